/**
 * The option that an arrow reaches from the one that is marked, around the ends; of none the first or the last. Options are
 * told by keys, not by their places: a list may be another by the time of the next key, and what was marked may be gone.
 */
export function nextMarked(keys: readonly string[], marked: string | null, arrow: 'ArrowDown' | 'ArrowUp') {
  const at = marked === null ? -1 : keys.indexOf(marked)
  return (arrow === 'ArrowDown' ? (keys[at + 1] ?? keys[0]) : keys.at(at < 0 ? -1 : at - 1)) ?? null
}
