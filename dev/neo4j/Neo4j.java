import java.nio.file.Path;
import org.neo4j.dbms.api.DatabaseManagementServiceBuilder;

/** A real Neo4j Community server in this process. Arguments: its home folder, its configuration file. */
public class Neo4j {
  public static void main(String[] args) {
    ExitWithParent.watch();
    var server = new DatabaseManagementServiceBuilder(Path.of(args[0]))
        .loadPropertiesFromFile(Path.of(args[1]))
        .build();
    Runtime.getRuntime().addShutdownHook(new Thread(server::shutdown));
    if (!server.database("neo4j").isAvailable(300_000)) {
      System.err.println("The database neo4j did not become available within 300 s.");
      System.exit(1);
    }
    System.out.println("ready");
  }
}
