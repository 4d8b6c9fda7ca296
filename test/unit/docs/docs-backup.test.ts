import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { parse } from 'yaml'
import { createCursors } from '../../../api/core/cursor.ts'
import { projectFolder } from '../../../dev/runtime/folders.ts'
import { parseEnvironment } from '../../../schemas/environment.ts'

const read = (file: string) => readFileSync(join(projectFolder, file), 'utf8')
const guide = read('docs/operate/backup-and-restore.md')
const blocks = [...guide.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block.trimEnd().split('\n'))
const { services } = parse(read('docker-compose.yml'), { merge: true })

/** The parts of a `docker compose run` line: the mounted folder of the host, its path in the container, the command. */
function composeRun(line: string) {
  const [, flags = '', service = '', command = ''] = /^docker compose run (.+?) (neo4j) (.+)$/.exec(line) ?? []
  const [, from = '', to = ''] = /--volume "(\S+):(\S+)"/.exec(flags) ?? []
  return { flags, service, from, to, entrypoint: /--entrypoint (\S+)/.exec(flags)?.[1], command }
}

/**
 * No test runs the containers. The entrypoint of Neo4j's image runs commands as the user neo4j, who owns /data, /logs,
 * and some folders of configuration, but not a mounted folder.
 */
describe('the commands of a backup', () => {
  const inContainers = blocks.filter((lines) => lines.some((line) => line.startsWith('docker compose run')))

  it('dump and load the database, with Docker Compose and on Kubernetes', () => {
    const commands = blocks.flatMap((lines) =>
      lines.flatMap((line) => /neo4j-admin database (dump|load)/.exec(line)?.[1] ?? []),
    )
    expect(commands).to.deep.equal(['dump', 'load', 'dump', 'load'])
    expect(inContainers).to.have.length(2)
  })

  it('make the user neo4j the owner of the mounted folder before the dump is written or read', () => {
    for (const lines of inContainers) {
      const runs = lines.filter((line) => line.startsWith('docker compose run')).map(composeRun)
      expect(runs, lines.join('\n')).to.have.length(2)
      const [own, admin] = runs
      expect(own).to.include({ entrypoint: 'chown', command: `-R neo4j:neo4j ${admin?.to}` })
      expect(own).to.include({ from: admin?.from, to: admin?.to })
      expect(admin?.entrypoint, 'the entrypoint, which makes the settings of the environment').to.equal(undefined)
      expect(admin?.command).to.match(new RegExp(`--(to|from)-path=${admin?.to}( |$)`))
      for (const { flags } of runs)
        expect(flags)
          .to.match(/--rm/)
          .and.not.match(/--user/)
    }
  })

  it('use the database of the settings, and the volume of the stopped service', () => {
    const { NEO4J_DATABASE } = parseEnvironment({})
    for (const lines of inContainers) {
      const [stop, start] = ['docker compose stop neo4j', 'docker compose start neo4j'].map((line) =>
        lines.indexOf(line),
      )
      expect([stop, lines.at(-1)]).to.deep.equal([
        lines.findIndex((line) => line.startsWith('docker')),
        lines[start ?? 0],
      ])
    }
    for (const line of blocks.flat().filter((one) => one.includes('neo4j-admin')))
      expect(line).to.match(new RegExp(`database (dump|load) ${NEO4J_DATABASE} --`))
    expect(services.neo4j.image).to.match(/^neo4j:5\./)
    expect(services.neo4j.volumes).to.include('neo4j:/data')
  })
})

describe('the steps to rotate the cursor key', () => {
  const page = read('docs/operate/rotate-credentials.md')
  const keys: Record<string, Buffer> = { OLD: Buffer.alloc(32, 1), NEW: Buffer.alloc(32, 2) }
  const steps = [...page.matchAll(/^\| \d \| `([A-Z,]+)` \|/gm)].map(([, names = '']) =>
    names.split(',').map((name) => keys[name] ?? Buffer.alloc(0)),
  )
  const binding = { organization: 'quillmere', operationId: 'searchEntities', filters: {} }

  it('start with the old key and end with the new one', () => {
    expect(steps.length).to.be.above(2)
    expect([steps[0], steps.at(-1)]).to.deep.equal([[keys.OLD], [keys.NEW]])
  })

  it('let each process open the cursors of every other process during a step', () => {
    for (const [at, step] of steps.slice(1).entries()) {
      const [before, after] = [createCursors(steps[at] ?? []), createCursors(step)]
      for (const [from, to] of [
        [before, after],
        [after, before],
      ] as const) {
        expect(to.open(binding, from.seal(binding, [7])), `step ${at + 1}`).to.deep.equal([7])
      }
    }
  })
})
