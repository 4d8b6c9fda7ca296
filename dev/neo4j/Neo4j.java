import io.netty.bootstrap.ChannelInitializerExtension;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.neo4j.dbms.api.DatabaseManagementServiceBuilder;
import org.neo4j.graphdb.GraphDatabaseService;

/**
 * A real Neo4j Community server in this process. Arguments: its home folder, its configuration file, and the file of the
 * password of its user neo4j. Nobody is let in before that password holds.
 */
public class Neo4j {
  private static final long AVAILABLE_WITHIN_MS = 300_000;
  private static volatile boolean isOpen = false;

  public static void main(String[] args) {
    ExitWithParent.watch();
    try {
      start(args);
    } catch (Throwable failure) {
      // Threads that the server has started already would keep this process alive for nothing.
      failure.printStackTrace();
      System.exit(1);
    }
    System.out.println("ready");
  }

  private static void start(String[] args) throws IOException {
    var password = Files.readString(Path.of(args[2])).strip();
    var server = new DatabaseManagementServiceBuilder(Path.of(args[0]))
        .loadPropertiesFromFile(Path.of(args[1]))
        .build();
    Runtime.getRuntime().addShutdownHook(new Thread(server::shutdown));
    setPassword(available(server.database("system")), password);
    available(server.database("neo4j"));
    isOpen = true;
  }

  private static GraphDatabaseService available(GraphDatabaseService database) {
    if (!database.isAvailable(AVAILABLE_WITHIN_MS)) {
      System.err.printf("The database %s did not become available within 300 s.%n", database.databaseName());
      System.exit(1);
    }
    return database;
  }

  /** At each start, so that a store that was made without a password, or with another one, has this one from now on. */
  private static void setPassword(GraphDatabaseService system, String password) {
    // The first statement of a process has much to load, and a busy machine may need longer than other transactions have.
    try (var transaction = system.beginTx(AVAILABLE_WITHIN_MS, TimeUnit.MILLISECONDS)) {
      transaction.execute(
          "CREATE OR REPLACE USER neo4j SET PLAINTEXT PASSWORD $password CHANGE NOT REQUIRED",
          Map.of("password", password));
      transaction.commit();
    }
  }

  /**
   * Lets in what speaks Bolt and nothing else. Neo4j takes Bolt within WebSocket too, from pages of any origin, and no setting
   * ends that: a page could try passwords until the user is locked. Netty finds this class by META-INF/services.
   */
  public static class BoltAlone extends ChannelInitializerExtension {
    private static final byte FIRST_OF_BOLT = 0x60;

    @Override
    public void postInitializeServerChildChannel(Channel channel) {
      channel.pipeline().addFirst(new ChannelInboundHandlerAdapter() {
        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
          if (isOpen && message instanceof ByteBuf bytes && isBolt(bytes)) {
            context.fireChannelRead(message);
            context.pipeline().remove(this);
          } else {
            ReferenceCountUtil.release(message);
            context.close();
          }
        }
      });
    }

    private static boolean isBolt(ByteBuf bytes) {
      return bytes.isReadable() && bytes.getByte(bytes.readerIndex()) == FIRST_OF_BOLT;
    }
  }
}
