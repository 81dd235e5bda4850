import Glibc

/// nginx with one fixed answer: one process, nothing logged, connections kept for ever.
enum NginxConfiguration {
  static func start(_ path: String, _ answer: FixedAnswer) throws -> ChildProcess {
    let folder = try TemporaryFolder()
    let port = try LoadSocket.freePort()
    let file = try folder.write("nginx.conf", text(port, folder.path, body: FixedAnswer.body(answer.bodyBytes)))
    defer { folder.remove() }
    return try ChildProcess(
      path: path, arguments: ["-p", folder.path, "-c", file, "-e", "/dev/null"], core: ServerCores.server, port: port)
  }

  private static func text(_ port: UInt16, _ folder: String, body: String) -> String {
    """
    daemon off;
    master_process off;
    worker_processes 1;
    pid \(folder)/nginx.pid;
    error_log /dev/null crit;
    events { worker_connections 16000; use epoll; }
    http {
      access_log off;
      server_tokens off;
      tcp_nodelay on;
      default_type application/json;
      keepalive_timeout 1h;
      keepalive_requests 1000000000;
      client_body_temp_path \(folder);
      proxy_temp_path \(folder);
      fastcgi_temp_path \(folder);
      uwsgi_temp_path \(folder);
      scgi_temp_path \(folder);
      server {
        listen 127.0.0.1:\(port) backlog=4096;
        location / { return 200 '\(body)'; }
      }
    }
    """
  }
}
