import { writeSync } from 'node:fs'
import { argv, env, stdin } from 'node:process'
import { openAuditTrail } from '../../api/audit/open-audit-trail.ts'
import { parseEnvironment } from '../../schemas/environment.ts'
import { auditRecord } from '../support/audit.ts'
import { quiet } from '../support/kafka.ts'

/**
 * A process that records one numbered request and one failed authentication a millisecond, for the organization and from
 * the address that its argument names, and tells each pair on standard output before it goes on, so that whoever kills it
 * knows what it had recorded. It ends with its input.
 */
const [organization = ''] = argv.slice(2)
const trail = openAuditTrail({ environment: parseEnvironment(env), clientId: 'audit-writer', log: quiet })

let count = 0
const recording = setInterval(() => {
  trail.record(auditRecord({ organization, operation: String(count) }))
  trail.recordFailedAuthentication(organization)
  writeSync(1, `${count++} ${Date.now()}\n`)
}, 1)

stdin.on('end', async () => {
  clearInterval(recording)
  await trail.close()
})
stdin.resume()
