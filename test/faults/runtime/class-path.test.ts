import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect } from 'chai'
import { identifyProcess, isAlive } from '../../../dev/runtime/process-identity.ts'
import { until } from '../../support/until.ts'

const module = (name: string) => JSON.stringify(new URL(`../../../dev/runtime/databases/${name}`, import.meta.url).href)

/** The class path is made with Maven. `mvn` is a script of the test here, because only the code around it is tested. */
describe('class path of the embedded servers', () => {
  let folder: string

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'class-path-'))
    mkdirSync(join(folder, 'bin'))
    writeFileSync(join(folder, 'pom.xml'), '<project/>')
    writeFileSync(join(folder, 'Hello.java'), 'class Hello { }')
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const lib = () => join(folder, 'lib')
  const runs = () => readFileSync(join(folder, 'runs'), 'utf8').trim().split('\n')
  const script = (name: string, body: string) =>
    writeFileSync(join(folder, 'bin', name), `#!/bin/sh\n${body}\n`, { mode: 0o755 })
  const maven = (body: string) => script('mvn', `echo "$@" >> ${folder}/runs\nfor last; do :; done\n${body}`)
  const jars = 'mkdir -p "$' + '{last#*=}"'

  const start = (environment: NodeJS.ProcessEnv = {}) =>
    spawn(process.execPath, ['-e', makeClassPath(folder, lib())], {
      env: { ...process.env, PATH: `${join(folder, 'bin')}:${process.env.PATH}`, ...environment },
    })

  async function make(environment: NodeJS.ProcessEnv = {}) {
    const child = start(environment)
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
    return { lines: stdout.trim().split('\n'), error: stderr.trim() }
  }

  it('is made once, and again when the pom changes', async () => {
    maven(jars)
    const { lines } = await make()
    const classes = lines.at(-1)?.split(':')[0] ?? ''
    expect(existsSync(join(classes, 'Hello.class'))).to.equal(true)
    expect((await make()).lines).to.deep.equal([lines.at(-1)])
    expect(runs()).to.have.length(1)
    writeFileSync(join(folder, 'pom.xml'), '<project><version>2</version></project>')
    expect((await make()).lines.at(-1)).to.not.equal(lines.at(-1))
    expect(runs()).to.have.length(2)
  })

  it('is made by only one of two processes that start at the same time', async () => {
    maven(`sleep 0.5; ${jars}`)
    const made = await Promise.all([make(), make()])
    expect(made[0].lines.at(-1)).to.equal(made[1].lines.at(-1))
    expect(runs()).to.have.length(1)
    expect(made.flatMap(({ lines }) => lines).join()).to.match(
      /Process \d+ is downloading with Maven; Hello will follow\./,
    )
  })

  it('is fetched for two programs by one run of Maven with a module for each', async () => {
    for (const name of ['one', 'two'])
      writeFileSync(join(folder, `${name}.xml`), `<project><artifactId>${name}</artifactId></project>`)
    maven(
      `cp ${lib()}/fetch/pom.xml ${folder}/all.xml; work=$(dirname "$` +
        `{last#*=}"); mkdir -p "$work/one" "$work/two"; touch "$work/two/notes"`,
    )
    const child = spawn(process.execPath, ['-e', fetchTwo(folder, lib())], {
      env: { ...process.env, PATH: `${join(folder, 'bin')}:${process.env.PATH}` },
    })
    const [stderr] = await Promise.all([text(child.stderr), once(child, 'close')])
    expect(stderr).to.equal('')
    expect(runs()).to.have.length(1)
    expect(runs()[0]).to.contain('-T 2')
    expect(readFileSync(join(folder, 'all.xml'), 'utf8')).to.match(
      /<module>\S*one\.xml<\/module><module>\S*two\.xml<\/module>/,
    )
    const made = readdirSync(lib())
      .filter((name) => /^(?:one|two)-[0-9a-f]+$/.test(name))
      .sort()
    expect(made.map((name) => readdirSync(join(lib(), name, 'jars')))).to.deep.equal([[], ['notes']])
    for (const name of made) expect(existsSync(join(lib(), name, 'classes/Hello.class'))).to.equal(true)
  })

  it('uses the repository that MAVEN_REPO_LOCAL names', async () => {
    maven(jars)
    await make({ MAVEN_REPO_LOCAL: '/some/where' })
    expect(runs()[0]).to.include('-Dmaven.repo.local=/some/where')
  })

  it('contains only jars whose checksum the repository confirms', async () => {
    const own = `tda.test.${basename(folder).toLowerCase()}`
    const repository = join(folder, 'repository')
    const artifact = join(repository, own.replaceAll('.', '/'), 'jar/1')
    mkdirSync(artifact, { recursive: true })
    const coordinates = `<groupId>${own}</groupId><artifactId>jar</artifactId><version>1</version>`
    const model = '<modelVersion>4.0.0</modelVersion>'
    const files = { 'jar-1.pom': `<project>${model}${coordinates}</project>`, 'jar-1.jar': 'Not what was published' }
    for (const [name, text] of Object.entries(files)) {
      writeFileSync(join(artifact, name), text)
      const published = name.endsWith('.jar') ? 'What was published' : text
      writeFileSync(join(artifact, `${name}.sha1`), createHash('sha1').update(published).digest('hex'))
    }
    const from = `<repositories><repository><id>test</id><url>file://${repository}</url></repository></repositories>`
    const needs = `<dependencies><dependency>${coordinates}</dependency></dependencies>`
    const project = '<groupId>tda</groupId><artifactId>test</artifactId><version>1</version><packaging>pom</packaging>'
    writeFileSync(join(folder, 'pom.xml'), `<project>${model}${project}${from}${needs}</project>`)
    const { lines, error } = await make()
    expect(error).to.match(/[Cc]hecksum validation failed/)
    expect(lines.join()).to.not.contain('/classes')
  })

  it('is not made when a download is interrupted, which also ends the processes of the download', async () => {
    maven(`${jars}; echo $$ > ${folder}/pid; exec sleep 60`)
    const child = start()
    const pid = await until(
      'the download',
      // The test creates the file of the PID a moment before it writes its line.
      () => existsSync(join(folder, 'pid')) && /^\d+\n/.exec(readFileSync(join(folder, 'pid'), 'utf8'))?.[0],
    )
    const identity = identifyProcess(Number(pid))
    if (!identity) throw new Error('the download is not there')
    child.kill('SIGKILL')
    await until('its end', () => !isAlive(identity), 2000)
    expect(readdirSync(lib()).filter((name) => /^hello-[0-9a-f]+$/.test(name))).to.deep.equal([])
    maven(jars)
    expect((await make()).lines.at(-1)).to.match(/hello-[0-9a-f]+\/classes:/)
  })

  it('shows the errors of Maven, without its advice', async () => {
    maven(
      'echo "[INFO] Scanning"; echo "[ERROR] Could not find artifact a:b:1"; echo "[ERROR] Re-run Maven with -X"; exit 1',
    )
    const { error } = await make()
    expect(error.split('\n')).to.deep.equal([
      `Maven could not fetch what ${folder}/pom.xml names:`,
      '[ERROR] Could not find artifact a:b:1',
      'Or use Docker (`docker compose up`), or your own servers (set NEO4J_URI and KAFKA_BROKERS).',
    ])
  })

  it('names what to install when Maven is missing', async () => {
    for (const name of ['sh', 'cat', 'java']) {
      const program = execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim()
      symlinkSync(program, join(folder, 'bin', name))
    }
    const { error } = await make({ PATH: join(folder, 'bin') })
    expect(error).to.match(
      /^The embedded Neo4j and Kafka are fetched with Maven, and there is no `mvn` here\. Install it/,
    )
    expect(error).to.match(/NEO4J_URI and KAFKA_BROKERS\)\.$/)
  })

  it('names what to install when there is no JDK, only a JRE, or an old JDK', async () => {
    const answers = {
      'none was found': 'exit 1',
      'this is a JRE, 21': 'echo java.base@21.0.1',
      'this is JDK 11': 'echo java.base@11.0.2; echo jdk.compiler@11.0.2',
    }
    for (const [found, body] of Object.entries(answers)) {
      script('java', body)
      const { error } = await make({ JAVA_HOME: folder })
      expect(error).to.include(`need a JDK 17 or later; ${found}. Install one`)
      expect(error.split('\n')).to.have.length(1)
    }
  })
})

const makeClassPath = (folder: string, lib: string) => `
  const { classPathOf } = await import(${module('class-path.ts')})
  const { findJava } = await import(${module('java.ts')})
  const program = { name: 'Hello', pom: '${folder}/pom.xml', source: '${folder}/Hello.java' }
  try {
    console.log(await classPathOf(program, await findJava(), '${lib}', console.log))
  } catch (error) {
    console.error(error.message)
  }`

const fetchTwo = (folder: string, lib: string) => `
  const { fetchPrograms } = await import(${module('class-path.ts')})
  const { findJava } = await import(${module('java.ts')})
  const of = (name) => ({ name, pom: '${folder}/' + name + '.xml', source: '${folder}/Hello.java' })
  await fetchPrograms([of('one'), of('two')], await findJava(), '${lib}', console.log)`
