import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { Command } from 'commander'
import type { Terminal } from '../../../cli/output/terminal.ts'

const project = join(import.meta.dirname, '../../..')
const folder = join(project, 'cli/commands')
const texts = globSync(['README.md', 'CONTRIBUTING.md', 'docs/**/*.md'], { cwd: project }).map((file) =>
  readFileSync(join(project, file), 'utf8'),
)

/** A terminal without output, because these tests run no command. */
const terminal: Terminal = {
  variables: {},
  print: async () => undefined,
  tell: () => undefined,
  confirm: async () => null,
  now: () => new Date(),
  interruption: () => new AbortController().signal,
}

/** All modules that build the commands of `tda`. */
const modules: object[] = await Promise.all(readdirSync(folder).map((file) => import(join(folder, file))))
const commands = modules
  .flatMap((module) => Object.entries(module))
  .flatMap(([name, build]) => (name.endsWith('Command') ? build(terminal) : []))
  .filter((made): made is Command => made instanceof Command)

/** Every `tda …` of the docs, in words without quotes and without what follows a pipe or a comment. */
function documented(): string[][] {
  const lines = texts.flatMap((text) => [...text.matchAll(/\bnpx tda ([^\n`|>#]+)/g)].map(([, line = '']) => line))
  return lines.map((line) =>
    line
      .replace(/'[^']*'/g, 'TEXT')
      .trim()
      .split(/\s+/),
  )
}

function longFlags(command: Command): string[] {
  return [...command.options.map(({ long }) => long ?? ''), '--json', '--help']
}

describe('commands in the docs', () => {
  it('exist in tda, with all of their options', () => {
    const lines = documented().filter(([first]) => first !== '…')
    expect(lines.length).to.be.greaterThan(15)
    for (const [first = '', ...rest] of lines) {
      const group = commands.find((command) => command.name() === first)
      expect(group, `tda ${first}`).to.be.instanceOf(Command)
      const command = group?.commands.find((one) => one.name() === rest[0]) ?? group
      // A group with an argument of its own, such as `tda import`, is also a command.
      const isGroup = (group?.commands.length ?? 0) > 0 && group?.registeredArguments.length === 0
      expect(isGroup && command === group, `tda ${first} ${rest[0]}`).to.equal(false)
      const flags = rest.filter((word) => word.startsWith('--'))
      if (command) expect(longFlags(command), `tda ${first} ${rest.join(' ')}`).to.include.members(flags)
    }
  })

  it('exist in tda within texts, too, such as the meanings of metrics and alerts', () => {
    const named = texts.flatMap((text) => [...text.matchAll(/`tda ([a-z][a-z-]*)(?: ([a-z][a-z-]*))?/g)])
    expect(named.length).to.be.greaterThan(100)
    for (const [shown, first, second] of named) {
      // The former name of `tda log copy` still works.
      if (first === 'copy-log') continue
      const group = commands.find((command) => command.name() === first)
      expect(group, shown).to.be.instanceOf(Command)
      const isGroup = (group?.commands.length ?? 0) > 0 && group?.registeredArguments.length === 0
      if (isGroup && second)
        expect(
          group?.commands.map((one) => one.name()),
          shown,
        ).to.include(second)
    }
  })

  it('include every command of tda in its reference, with all of its options', () => {
    const reference = readFileSync(join(project, 'docs/reference/cli.md'), 'utf8')
    const leaves = commands.flatMap((command) =>
      command.commands.length > 0
        ? command.commands.map((one) => ({ name: `${command.name()} ${one.name()}`, options: one.options }))
        : [{ name: command.name(), options: command.options }],
    )
    expect(leaves.map(({ name }) => name)).to.include.members(['audit', 'tokens rotate', 'dlq replay'])
    const wanted = leaves
      .filter(({ name }) => name !== 'replay')
      .flatMap(({ name, options }) => [`tda ${name}`, ...options.map(({ long }) => long ?? '')])
    expect(wanted.filter((text) => !reference.includes(text))).to.deep.equal([])
  })
})

describe('npm scripts in the docs', () => {
  it('are scripts of package.json', () => {
    const { scripts } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'))
    const named = texts.flatMap((text) => [...text.matchAll(/\bnpm (?:run )?((?<=run )[a-z:]+|start|test)\b/g)])
    const names = new Set(named.map(([, name = '']) => name))
    expect([...names]).to.include.members(['start', 'test', 'start:api', 'generate'])
    expect([...names].filter((name) => !(name in scripts))).to.deep.equal([])
  })
})
