const minuteOf = (time: number) => Math.floor(time / 60_000)

/** Does work whose outcome is counted by the minute, again if the next minute began in the meantime. */
export async function inOneMinute<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    const begun = Date.now()
    const outcome = await work()
    if (minuteOf(begun) === minuteOf(Date.now())) return outcome
  }
}
