import java.io.IOException;

/** Ends this process in an orderly way when the process that started it is gone. */
class ExitWithParent {
  private static final long GRACE_MS = 4000;

  private ExitWithParent() { }

  /** Standard input is a pipe whose other end dies with the parent, however it dies; no signal would tell. */
  static void watch() {
    daemon(() -> {
      try {
        while (System.in.read() >= 0) { }
      } catch (IOException gone) {
        // A broken pipe means the same as its end.
      }
      daemon(ExitWithParent::haltIfSlow);
      System.exit(0);
    });
  }

  /** A large checkpoint can outlast the promise that nothing is left after 5 s; the next start recovers from the log. */
  private static void haltIfSlow() {
    try {
      Thread.sleep(GRACE_MS);
    } catch (InterruptedException early) {
      // Halting early is as safe as halting late.
    }
    Runtime.getRuntime().halt(1);
  }

  private static void daemon(Runnable work) {
    var thread = new Thread(work);
    thread.setDaemon(true);
    thread.start();
  }
}
