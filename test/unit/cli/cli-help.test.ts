import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import type { Command } from 'commander'
import { plainError } from '../../../cli/output/plain-error.ts'
import type { Terminal } from '../../../cli/output/terminal.ts'
import { everyCommand, run, tdaProgram } from '../../../cli/run.ts'
import { projectFolder } from '../../../dev/runtime/folders.ts'

const SENTENCE = /^[A-Z].*\.$/s

function terminalTo(lines: string[], variables: Record<string, string> = {}): Terminal {
  return {
    variables,
    print: async (line) => void lines.push(line),
    tell: (line) => void lines.push(line),
    confirm: async () => null,
    now: () => new Date('2027-03-14T12:00:00.000Z'),
    interruption: () => new AbortController().signal,
  }
}

async function outputOf(args: string[], variables: Record<string, string> = {}) {
  const lines: string[] = []
  const code = await run(args, terminalTo(lines, { LOCAL_FOLDER: tmpdir(), ...variables }))
  return { code, text: lines.join('\n') }
}

function pathOf(command: Command): string[] {
  return command.parent === null ? [command.name()] : [...pathOf(command.parent), command.name()]
}

/** The words of a command line; no example needs more of a shell than double quotes. */
function wordsOf(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '')
}

describe('the help of the command line', () => {
  const commands = everyCommand(tdaProgram(terminalTo([])))

  for (const command of commands) {
    const path = pathOf(command)

    it(`of ${path.join(' ')} describes the command and each of its arguments and options in a sentence`, () => {
      const { registeredArguments, options } = command
      expect(command.description()).to.match(SENTENCE)
      for (const argument of registeredArguments) expect(argument.description, argument.name()).to.match(SENTENCE)
      for (const option of options) {
        expect(option.description, option.flags).to.match(SENTENCE)
        if (option.required) expect(option.flags).to.match(/ <[a-z]+>$/)
      }
      const help = command.createHelp()
      for (const option of help.visibleOptions(command)) expect(help.optionTerm(option)).to.not.equal('')
      expect(help.visibleOptions(command).map(({ description }) => description)).to.include('Print this help.')
    })

    it(`of ${path.join(' ')} has examples that its own options accept`, async () => {
      const { code, text } = await outputOf([...path.slice(1), '--help'])
      expect(code).to.equal(0)
      const [, examples = ''] = text.split(/\nExamples?:\n/)
      const lines = [...examples.matchAll(/^ {2}(tda .*)$/gm)].map(([, line = '']) => line)
      expect(lines).to.not.deep.equal([])
      for (const line of lines) {
        const words = wordsOf(line)
        const program = tdaProgram(terminalTo([]))
        const ran: string[] = []
        // A group such as `tda import` can have an action of its own.
        for (const each of everyCommand(program))
          if (each.commands.length === 0 || each.registeredArguments.length > 0)
            each.action(() => void ran.push(pathOf(each).join(' ')))
        await program.parseAsync(words.slice(1), { from: 'user' })
        expect(ran, line).to.have.length(1)
        expect(`${ran} `, line).to.match(new RegExp(`^${path.join(' ')} `))
      }
    })
  }

  it('covers all commands', () => {
    expect(commands.length).to.be.above(25)
  })

  it('prints the version of package.json and exits with 0', async () => {
    const { version } = JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8'))
    for (const flag of ['--version', '-V']) expect(await outputOf([flag])).to.deep.equal({ code: 0, text: version })
  })
})

describe('errors of the command line', () => {
  let folder: string
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'tda-errors-'))
    mkdirSync(join(folder, 'inner'))
  })
  after(() => rmSync(folder, { recursive: true }))

  it('names a file that cannot be read, and what to do', async () => {
    const missing = join(folder, 'nothing.ndjson')
    const inner = join(folder, 'inner')
    for (const [path, message] of [
      [missing, `There is no file or directory ${missing}. Check the path.`],
      [inner, `${inner} is a directory. Name a file.`],
    ] as const) {
      expect(await outputOf(['feed', '--check', path])).to.deep.equal({ code: 1, text: `tda: ${message}` })
    }
  })

  it('points to the help when the arguments are wrong', async () => {
    expect((await outputOf(['organization'])).text).to.equal(
      "tda: Unknown command 'organization' (Did you mean organizations?). Run `tda --help` to see how to use it.",
    )
    expect((await outputOf(['dlq', 'show'])).text).to.equal(
      "tda: Missing required argument 'position'. Run `tda dlq show --help` to see how to use it.",
    )
  })

  it('names a server that cannot be reached, and the setting to check', async () => {
    const kafka = await outputOf(['audit'], { NEO4J_URI: 'bolt://127.0.0.1:1', KAFKA_BROKERS: '127.0.0.1:1' })
    expect(kafka).to.deep.equal({
      code: 1,
      text: 'tda: Kafka at 127.0.0.1:1 cannot be used: the connection was refused (127.0.0.1:1). Check that Kafka is running and that KAFKA_BROKERS is correct.',
    })
    const address = await outputOf(['organizations', 'list'], { NEO4J_URI: 'graph' })
    expect(address.text).to.contain('NEO4J_URI is not a valid address: graph. ')
    const unset = await outputOf(['organizations', 'list'])
    expect(unset.text).to.contain('NEO4J_URI is not set').and.contain('Set NEO4J_URI to the address of Neo4j.')
  })

  it('has no raw error of the operating system', () => {
    const codes = ['ENOENT', 'ENOTDIR', 'EISDIR', 'EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EMFILE', 'EEXIST', 'EIO']
    for (const code of codes) {
      const text = plainError(Object.assign(new Error(`${code}: raw, open 'x'`), { code, path: 'x' }))
      expect(text, code)
        .to.match(/\bx\b.*\. [A-Z]/)
        .and.not.contain('raw')
    }
    for (const code of ['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'ETIMEDOUT', 'EHOSTUNREACH', 'EAI_AGAIN']) {
      expect(plainError(Object.assign(new Error('raw'), { code })), code).to.match(/^the .* (is|was|cannot|timed)/)
    }
  })
})
