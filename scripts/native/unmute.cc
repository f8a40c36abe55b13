// See mute.cc: the binding is constructed last.
extern "C" void dynarule_unmute();
__attribute__((constructor)) static void unmute() { dynarule_unmute(); }
