import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitionReassignment;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.ElectionType;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Operations on a cluster with the Java client of Kafka, which is independent of the client under test. Argument: the
 * addresses of the brokers. Each line of standard input is one command, and returns one line on standard output.
 */
public class ClusterTool {
  private final Admin admin;
  private final String addresses;
  private int turn = 0;

  private ClusterTool(String addresses) {
    this.addresses = addresses;
    Map<String, Object> settings = new HashMap<>();
    settings.put("bootstrap.servers", addresses);
    settings.put("default.api.timeout.ms", 30000);
    settings.put("request.timeout.ms", 5000);
    admin = Admin.create(settings);
  }

  public static void main(String[] args) throws IOException {
    var tool = new ClusterTool(args[0]);
    var orders = new BufferedReader(new InputStreamReader(System.in));
    System.out.println("ready");
    for (String order; (order = orders.readLine()) != null; ) {
      try {
        System.out.println("done " + tool.obey(order.split(" ")));
      } catch (Exception failure) {
        System.out.println("failed " + failure.toString().replace('\n', ' '));
      }
    }
    System.exit(0);
  }

  private Object obey(String[] order) throws Exception {
    return switch (order[0]) {
      case "move" -> move(order[1]);
      case "coordinator" -> coordinator(order[1]);
      case "read" -> read(order[1], Path.of(order[2]));
      case "whole" -> isWhole();
      default -> throw new IllegalArgumentException(order[0]);
    };
  }

  /**
   * Makes the next replica the leader of every partition that one broker leads, as before a restart of that broker.
   * Other partitions keep their leaders. Each call chooses another broker. @return how many leaders moved
   */
  private int move(String prefix) throws Exception {
    var before = leaders(prefix);
    int broker = before.values().stream().distinct().sorted().toList().get(turn++ % (int) before.values().stream().distinct().count());
    Map<TopicPartition, Optional<NewPartitionReassignment>> orders = new HashMap<>();
    for (var topic : described(prefix).entrySet()) {
      for (TopicPartitionInfo info : topic.getValue()) {
        var partition = new TopicPartition(topic.getKey(), info.partition());
        if (before.get(partition) != broker) continue;
        List<Integer> replicas = new ArrayList<>(info.replicas().stream().map(node -> node.id()).toList());
        while (replicas.get(0) == broker) Collections.shuffle(replicas);
        orders.put(partition, Optional.of(new NewPartitionReassignment(replicas)));
      }
    }
    admin.alterPartitionReassignments(orders).all().get();
    admin.electLeaders(ElectionType.PREFERRED, orders.keySet()).partitions().get();
    var after = leaders(prefix);
    return (int) orders.keySet().stream().filter(one -> !before.get(one).equals(after.get(one))).count();
  }

  private Map<TopicPartition, Integer> leaders(String prefix) throws Exception {
    Map<TopicPartition, Integer> leaders = new HashMap<>();
    for (var topic : described(prefix).entrySet()) {
      for (TopicPartitionInfo info : topic.getValue()) {
        int leader = info.leader() == null ? -1 : info.leader().id();
        leaders.put(new TopicPartition(topic.getKey(), info.partition()), leader);
      }
    }
    return leaders;
  }

  private Map<String, List<TopicPartitionInfo>> described(String prefix) throws Exception {
    Set<String> names = new HashSet<>(admin.listTopics().names().get());
    names.removeIf(name -> !name.startsWith(prefix));
    Map<String, List<TopicPartitionInfo>> partitions = new HashMap<>();
    admin.describeTopics(names).allTopicNames().get().forEach((name, topic) -> partitions.put(name, topic.partitions()));
    return partitions;
  }

  /** The ID of the broker that coordinates a consumer group. */
  private int coordinator(String group) throws Exception {
    return admin.describeConsumerGroups(List.of(group)).describedGroups().get(group).get().coordinator().id();
  }

  /** Whether every replica of every topic, including internal topics, is in sync. */
  private boolean isWhole() throws Exception {
    Set<String> names = admin.listTopics(new org.apache.kafka.clients.admin.ListTopicsOptions().listInternal(true)).names().get();
    for (var topic : admin.describeTopics(names).allTopicNames().get().values()) {
      for (TopicPartitionInfo info : topic.partitions()) {
        if (info.leader() == null || info.isr().size() < info.replicas().size()) return false;
      }
    }
    return true;
  }

  /** Writes the values of a topic to a file, in the order of each partition, one per line. @return how many */
  private int read(String topic, Path file) throws Exception {
    Map<String, Object> settings = new HashMap<>();
    settings.put("bootstrap.servers", addresses);
    settings.put("key.deserializer", ByteArrayDeserializer.class);
    settings.put("value.deserializer", ByteArrayDeserializer.class);
    settings.put("max.poll.records", 5000);
    int count = 0;
    try (var consumer = new KafkaConsumer<byte[], byte[]>(settings); OutputStream out = Files.newOutputStream(file)) {
      var partitions = consumer.partitionsFor(topic).stream().map(info -> new TopicPartition(topic, info.partition())).toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      var ends = consumer.endOffsets(partitions);
      var buffered = new java.io.BufferedOutputStream(out, 1 << 20);
      while (!ends.isEmpty()) {
        for (var record : consumer.poll(Duration.ofMillis(500))) {
          buffered.write(record.value());
          buffered.write('\n');
          count++;
        }
        ends.entrySet().removeIf(end -> consumer.position(end.getKey()) >= end.getValue());
      }
      buffered.flush();
    }
    return count;
  }
}
