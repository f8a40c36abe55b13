// TensorFlow's libraries print start-up lines from their static constructors, before
// any setting of ours is read. This library has no dependencies, so its constructor
// runs before theirs and turns standard error away; the binding's own constructor
// runs after all of them and gives it back.
#include <fcntl.h>
#include <unistd.h>

static int saved = -1;

extern "C" void dynarule_unmute() {
  if (saved < 0) return;
  dup2(saved, STDERR_FILENO);
  close(saved);
  saved = -1;
}

__attribute__((constructor)) static void mute() {
  const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere < 0) return;
  saved = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
  if (saved >= 0) dup2(nowhere, STDERR_FILENO);
  close(nowhere);
}
