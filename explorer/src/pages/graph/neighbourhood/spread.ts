/**
 * The places that are nearest to the wanted ones (by the squares of the differences) when they keep their order and are at
 * least `gap` apart: neighbours that are too near each other become a block, which stands at the mean of what they want.
 */
export function spread(wanted: readonly number[], gap: number): number[] {
  const blocks: { sum: number; count: number }[] = []
  wanted.forEach((place, index) => {
    // Without the gaps, places must only not fall.
    let block = { sum: place - index * gap, count: 1 }
    for (let last = blocks.at(-1); last && last.sum / last.count > block.sum / block.count; last = blocks.at(-1)) {
      blocks.pop()
      block = { sum: last.sum + block.sum, count: last.count + block.count }
    }
    blocks.push(block)
  })
  return blocks
    .flatMap(({ sum, count }) => Array.from({ length: count }, () => sum / count))
    .map((place, index) => place + index * gap)
}
