const minuteOf = (time: number) => Math.floor(time / 60_000)

/** Does work within one UTC minute, because it is counted per minute; repeats it if the minute ended in between. */
export async function inOneMinute<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    const begun = Date.now()
    const outcome = await work()
    if (minuteOf(begun) === minuteOf(Date.now())) return outcome
  }
}
