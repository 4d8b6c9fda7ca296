/** The graph or the topics belong to another region than DATA_REGION. Waiting does not help. */
export class OtherRegion extends Error {
  constructor(what: 'The graph' | 'The topics', found: string, region: string) {
    const advice = `Connect to the servers of ${region}, set DATA_REGION to ${found}, or see \`tda region set\``
    super(
      `${what} belong${what === 'The graph' ? 's' : ''} to region ${found}, and DATA_REGION is ${region}. ${advice}`,
    )
  }
}
