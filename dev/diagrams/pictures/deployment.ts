import { arrow, box, type Diagram, frame } from '../draw.ts'

export const deployment: Diagram = {
  name: 'deployment',
  title: 'A deployment and its ports',
  description:
    'Clients reach a load balancer over HTTPS on port 443. The load balancer forwards to port 8080 of two or more API ' +
    'processes and checks readiness on their admin port 8081. The APIs and projectors connect to Kafka (9092 or 9093), Neo4j ' +
    '(Bolt, 7687), and Redis (6379); the APIs also write export files to a bucket. Everything except the load balancer stays ' +
    'in the private network. Prometheus reads metrics from the admin ports 8081 and 8082.',
  width: 960,
  height: 400,
  shapes: [
    box([20, 150], [120, 60], 'Clients', ['HTTPS']),
    box([200, 150], [140, 60], 'Load balancer', ['443'], { tone: 'accent' }),
    frame([390, 30], [550, 350], 'Private network'),
    box([420, 70], [150, 70], 'API 1', ['8080, admin 8081'], { tone: 'accent' }),
    box([420, 160], [150, 70], 'API 2', ['8080, admin 8081'], { tone: 'accent' }),
    box([420, 270], [150, 70], 'Projectors', ['admin 8082'], { tone: 'accent' }),
    box([770, 60], [150, 54], 'Redis', ['6379, rate limits']),
    box([770, 126], [150, 54], 'Bucket', ['export files']),
    box([770, 192], [150, 54], 'Neo4j', ['Bolt 7687']),
    box([770, 258], [150, 54], 'Kafka', ['9092 or 9093']),
    box([770, 322], [150, 46], 'Prometheus'),
    arrow([
      [140, 180],
      [200, 180],
    ]),
    arrow([
      [340, 170],
      [380, 170],
      [380, 105],
      [420, 105],
    ]),
    arrow([
      [340, 190],
      [420, 190],
    ]),
    arrow([
      [570, 105],
      [650, 105],
      [650, 87],
      [770, 87],
    ]),
    arrow([
      [570, 115],
      [690, 115],
      [690, 153],
      [770, 153],
    ]),
    arrow([
      [570, 195],
      [730, 195],
      [730, 212],
      [770, 212],
    ]),
    arrow([
      [570, 215],
      [710, 215],
      [710, 275],
      [770, 275],
    ]),
    arrow([
      [570, 295],
      [770, 295],
    ]),
    arrow([
      [570, 285],
      [730, 285],
      [730, 230],
      [770, 230],
    ]),
    arrow(
      [
        [770, 345],
        [590, 345],
        [590, 325],
        [570, 325],
      ],
      { isDashed: true, label: 'metrics', at: [680, 338] },
    ),
  ],
}
