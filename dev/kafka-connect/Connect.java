import org.apache.kafka.connect.cli.ConnectDistributed;

/** Kafka Connect as `connect-distributed.sh` starts it, but that it ends with its parent. Argument: its properties. */
public class Connect {
  public static void main(String[] args) {
    ExitWithParent.watch();
    ConnectDistributed.main(args);
  }
}
