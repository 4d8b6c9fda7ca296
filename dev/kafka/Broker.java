import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.tools.StorageTool;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;

/**
 * A real Kafka broker and controller (KRaft) in this process. Arguments: its server.properties, and the id of the cluster
 * that its storage is made for (without it, a new one: brokers that are to form one cluster need the same).
 */
public class Broker {
  public static void main(String[] args) throws IOException {
    ExitWithParent.watch();
    var properties = new Properties();
    try (var file = Files.newBufferedReader(Path.of(args[0]))) {
      properties.load(file);
    }
    // Kafka writes meta.properties last, so a format that was interrupted is done again.
    if (!Files.exists(Path.of(properties.getProperty("log.dirs"), "meta.properties"))) {
      format(args[0], args.length > 1 ? args[1] : Uuid.randomUuid().toString());
    }
    var server = new KafkaRaftServer(KafkaConfig.fromProps(properties, false), Time.SYSTEM);
    Runtime.getRuntime().addShutdownHook(new Thread(server::shutdown));
    try {
      server.startup();
    } catch (Throwable failure) {
      // Threads that the broker has started already would keep this process alive for nothing.
      failure.printStackTrace();
      System.exit(1);
    }
    System.out.println("ready");
  }

  private static void format(String file, String clusterId) {
    String[] arguments = {"format", "--cluster-id", clusterId, "--config", file};
    if (StorageTool.execute(arguments, System.err) != 0) {
      System.exit(1);
    }
  }
}
