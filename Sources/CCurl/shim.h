#pragma once
#include <curl/curl.h>

// curl_easy_setopt, curl_easy_getinfo and curl_multi_setopt are variadic, which Swift cannot call:
// one typed wrapper for each kind of value that the client sets or reads.

typedef size_t (*nav_curl_data_fn)(char *data, size_t size, size_t count, void *context);

static inline CURLcode nav_curl_set_long(CURL *easy, CURLoption option, long value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode nav_curl_set_offset(CURL *easy, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode nav_curl_set_string(CURL *easy, CURLoption option, const char *value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode nav_curl_set_pointer(CURL *easy, CURLoption option, void *value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode nav_curl_set_bytes(CURL *easy, CURLoption option, const void *value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode nav_curl_set_list(CURL *easy, CURLoption option, struct curl_slist *value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode nav_curl_set_data_fn(CURL *easy, CURLoption option, nav_curl_data_fn value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode nav_curl_set_prerequest_fn(CURL *easy, curl_prereq_callback value) {
  return curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, value);
}

static inline CURLcode nav_curl_get_long(CURL *easy, CURLINFO info, long *value) {
  return curl_easy_getinfo(easy, info, value);
}

// A field of the final response, of those that have the name the one of this number from 0; NULL where there is none.
static inline const char *nav_curl_field(CURL *easy, const char *name, size_t number) {
  struct curl_header *field;
  return curl_easy_header(easy, name, number, CURLH_HEADER, -1, &field) == CURLHE_OK ? field->value : NULL;
}

static inline CURLcode nav_curl_get_pointer(CURL *easy, CURLINFO info, void **value) {
  return curl_easy_getinfo(easy, info, value);
}

static inline CURLMcode nav_curlm_set_long(CURLM *multi, CURLMoption option, long value) {
  return curl_multi_setopt(multi, option, value);
}

// The next transfer that has ended, or NULL. CURLMsg holds a union, whose layout stays on this side.
static inline CURL *nav_curlm_next_done(CURLM *multi, CURLcode *result) {
  int left;
  CURLMsg *message;
  while ((message = curl_multi_info_read(multi, &left))) {
    if (message->msg == CURLMSG_DONE) {
      *result = message->data.result;
      return message->easy_handle;
    }
  }
  return NULL;
}
