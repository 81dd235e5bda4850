#define _GNU_SOURCE
#include "CReferenceServer.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

// A head must fit into a connection's buffer.
enum { EVENTS = 256, COPIES_BYTES = 64 * 1024, BUFFER_BYTES = 16 * 1024 };

// The response, repeated so that a batch of answers is one send.
struct response {
  char *bytes;
  size_t length, total;
};

struct connection {
  int fd, waits_to_write;
  size_t skip;    // bytes of request content still to come
  size_t length;  // bytes of an unfinished head in buffer
  size_t owed;    // bytes of responses not sent yet
  size_t phase;   // how far into a response the next byte is
  char buffer[BUFFER_BYTES];
};

static int make_response(struct response *response, const char *bytes, size_t length) {
  if (length == 0 || length > (1 << 30)) return errno = EINVAL, -1;
  size_t copies = length < COPIES_BYTES ? COPIES_BYTES / length : 1;
  response->length = length;
  response->total = copies * length;
  response->bytes = malloc(response->total);
  if (!response->bytes) return -1;
  for (size_t copy = 0; copy < copies; copy++) memcpy(response->bytes + copy * length, bytes, length);
  return 0;
}

int reference_server_open(unsigned short *port) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(*port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t length = sizeof address;
  int one = 1;
  int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (fd < 0) return -1;
  setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
  if (bind(fd, (struct sockaddr *)&address, sizeof address) == 0 && listen(fd, 4096) == 0 &&
      getsockname(fd, (struct sockaddr *)&address, &length) == 0) {
    *port = ntohs(address.sin_port);
    return fd;
  }
  int code = errno;
  close(fd);
  return errno = code, -1;
}

// The value of Content-Length in a head, or 0.
static size_t content_length(const char *head, const char *end) {
  static const char name[] = "content-length:";
  for (const char *line = head; line && line < end; line = memchr(line, '\n', (size_t)(end - line))) {
    if (*line == '\n') line++;
    if ((size_t)(end - line) < sizeof name || strncasecmp(line, name, sizeof name - 1) != 0) continue;
    size_t value = 0;
    for (line += sizeof name - 1; line < end && (*line == ' ' || *line == '\t'); line++) {}
    for (; line < end && *line >= '0' && *line <= '9' && value < (1 << 30); line++) value = value * 10 + (size_t)(*line - '0');
    return value;
  }
  return 0;
}

// Counts the requests that are whole in the buffer and keeps the rest. -1 for a head that does not fit.
static long take_requests(struct connection *connection) {
  long count = 0;
  char *at = connection->buffer, *end = at + connection->length;
  for (;;) {
    if (connection->skip > 0) {
      size_t here = (size_t)(end - at) < connection->skip ? (size_t)(end - at) : connection->skip;
      at += here;
      connection->skip -= here;
      if (connection->skip > 0) break;
      count++;
    }
    char *blank = memmem(at, (size_t)(end - at), "\r\n\r\n", 4);
    if (!blank) break;
    connection->skip = content_length(at, blank + 2);
    if (connection->skip == 0) count++;
    at = blank + 4;
  }
  connection->length = (size_t)(end - at);
  if (connection->length > 0) memmove(connection->buffer, at, connection->length);
  return connection->length == BUFFER_BYTES ? -1 : count;
}

// 0 when all is sent or the socket is full, -1 when the connection is gone.
static int send_owed(struct connection *connection, const struct response *response) {
  while (connection->owed > 0) {
    size_t run = response->total - connection->phase;
    ssize_t sent = send(connection->fd, response->bytes + connection->phase, connection->owed < run ? connection->owed : run, MSG_NOSIGNAL);
    if (sent < 0) return errno == EAGAIN ? 0 : -1;
    connection->owed -= (size_t)sent;
    connection->phase = (connection->phase + (size_t)sent) % response->length;
  }
  return 0;
}

static int serve_connection(int poll, struct connection *connection, const struct response *response) {
  if (!connection->waits_to_write) {
    ssize_t got = recv(connection->fd, connection->buffer + connection->length, BUFFER_BYTES - connection->length, 0);
    if (got < 0 && errno == EAGAIN) return 0;
    if (got <= 0) return -1;
    connection->length += (size_t)got;
    long count = take_requests(connection);
    if (count < 0) return -1;
    connection->owed += (size_t)count * response->length;
  }
  if (send_owed(connection, response) != 0) return -1;
  // A peer that does not read its answers is not read from either.
  int waits = connection->owed > 0;
  if (waits == connection->waits_to_write) return 0;
  connection->waits_to_write = waits;
  struct epoll_event event = {.events = waits ? EPOLLOUT : EPOLLIN, .data.ptr = connection};
  return epoll_ctl(poll, EPOLL_CTL_MOD, connection->fd, &event);
}

static void accept_all(int poll, int listener) {
  int fd, one = 1;
  while ((fd = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC)) >= 0) {
    struct connection *connection = calloc(1, sizeof *connection);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = connection};
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    if (connection) connection->fd = fd;
    if (connection && epoll_ctl(poll, EPOLL_CTL_ADD, fd, &event) == 0) continue;
    free(connection);
    close(fd);
  }
}

int reference_server_serve(int listener, const char *bytes, size_t length) {
  struct response response;
  struct epoll_event events[EVENTS], event = {.events = EPOLLIN, .data.ptr = NULL};
  if (make_response(&response, bytes, length) != 0) return -1;
  int poll = epoll_create1(EPOLL_CLOEXEC);
  if (poll < 0 || epoll_ctl(poll, EPOLL_CTL_ADD, listener, &event) != 0) return -1;
  for (;;) {
    int count = epoll_wait(poll, events, EVENTS, -1);
    if (count < 0 && errno != EINTR) return -1;
    for (int i = 0; i < count; i++) {
      struct connection *connection = events[i].data.ptr;
      if (!connection) {
        accept_all(poll, listener);
      } else if (serve_connection(poll, connection, &response) != 0) {
        close(connection->fd);
        free(connection);
      }
    }
  }
}

int reference_server_run(const char *response) {
  unsigned short port = 0;
  int listener = reference_server_open(&port);
  if (listener >= 0) {
    printf("listening on http://127.0.0.1:%hu\n", port);
    fflush(stdout);
    reference_server_serve(listener, response, strlen(response));
  }
  perror("reference server");
  return 1;
}
