import { bar, box, type Diagram, text } from '../draw.ts'

export const yieldArithmetic: Diagram = {
  name: 'yield-arithmetic',
  title: 'Net yield, waste allowance, and gross yield',
  description:
    'With wastageBasis on_net, the source sends a net yield of 1.25 m and a waste allowance of 5 percent, and gross is ' +
    '1.25 times 1.05, which is 1.3125 m. With on_gross, the source sends a gross yield of 1.25 m, and net is 1.25 times 0.95, ' +
    'which is 1.1875 m.',
  width: 960,
  height: 300,
  shapes: [
    text(30, 40, 'on_net: the source sends net yield', { anchor: 'start', isBold: true, size: 15 }),
    bar([30, 60], [600, 44], 'net 1.25 m (sent)', 'accent'),
    bar([630, 60], [30, 44], '5%', 'warn'),
    box([700, 56], [230, 52], 'gross 1.3125 m', ['1.25 × (1 + 5/100)']),
    text(30, 180, 'on_gross: the source sends gross yield', { anchor: 'start', isBold: true, size: 15 }),
    bar([30, 200], [570, 44], 'net 1.1875 m', 'accent'),
    bar([600, 200], [30, 44], '5%', 'warn'),
    box([700, 196], [230, 52], 'net 1.1875 m', ['1.25 × (1 − 5/100)']),
    text(30, 268, 'gross 1.25 m (sent)', { anchor: 'start', tone: 'muted' }),
    text(30, 128, 'gross = net + waste allowance, exact to the last decimal', { anchor: 'start', tone: 'muted' }),
  ],
}
