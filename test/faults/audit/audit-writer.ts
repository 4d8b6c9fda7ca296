import { writeSync } from 'node:fs'
import { argv, env, stdin } from 'node:process'
import { openAuditTrail } from '../../../audit/open-audit-trail.ts'
import { parseEnvironment } from '../../../schemas/environment.ts'
import { auditRecord } from '../../support/api/audit.ts'
import { quiet } from '../../support/processes/kafka.ts'
import { stopwatch } from '../../support/stopwatch.ts'

/**
 * A process that records one numbered request and one failed authentication per millisecond, for the organization and
 * from the address that its argument names. It prints each pair with the time before it continues, so that the test
 * that kills it knows what was recorded and when. It exits when its standard input ends.
 */
const [organization = ''] = argv.slice(2)
const trail = openAuditTrail({ environment: parseEnvironment(env), clientId: 'audit-writer', log: quiet })

const livedMs = stopwatch()
let count = 0
const recording = setInterval(() => {
  trail.record(auditRecord({ organization, operation: String(count) }))
  trail.recordFailedAuthentication(organization)
  writeSync(1, `${count++} ${livedMs()}\n`)
}, 1)

stdin.on('end', async () => {
  clearInterval(recording)
  await trail.close()
})
stdin.resume()
