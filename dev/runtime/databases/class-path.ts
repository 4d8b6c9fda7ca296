import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { projectFolder } from '../folders.ts'
import { waitForLock } from '../lock.ts'
import type { Java } from './java.ts'
import { copyDependencies } from './maven.ts'

const guard = join(projectFolder, 'dev/runtime/databases/ExitWithParent.java')
const FILES_A_LINE = 100

/** A Java program of the project: its main class, and the pom with the jars that it needs. */
export interface JavaProgram {
  name: string
  pom: string
  source: string
}

/**
 * The class path of a program: its jars, fetched once by Maven, and the program itself, compiled (which makes each
 * start a second shorter than running the source). The folder is named by a hash of all that goes into it and appears
 * by one rename, so that an interrupted download is never taken for a whole one.
 * @returns a `-cp` argument.
 * @throws Error in one message: no Maven, Maven failed, the compiler failed.
 */
export async function classPathOf(
  program: JavaProgram,
  java: Java,
  libFolder: string,
  onProgress: (line: string) => void,
): Promise<string> {
  await fetchPrograms([program], java, libFolder, onProgress)
  const folder = folderOf(program, libFolder)
  return `${join(folder, 'classes')}:${join(folder, 'jars')}/*`
}

/**
 * Fetches and compiles the missing ones of some programs with one run of Maven, because two must not write to one
 * repository at the same time. For the same reason, builds of several processes in one lib folder wait for each other.
 * @throws Error as `classPathOf` does
 */
export async function fetchPrograms(
  programs: readonly JavaProgram[],
  java: Java,
  libFolder: string,
  onProgress: (line: string) => void,
): Promise<void> {
  const missing = () => programs.filter((program) => !existsSync(folderOf(program, libFolder)))
  const names = missing().map(({ name }) => name)
  if (names.length === 0) return
  const lock = await waitForLock(join(libFolder, 'lock'), (pid) => {
    if (pid !== process.pid)
      onProgress(`Process ${pid ?? 'unknown'} is downloading with Maven; ${names.join(' and ')} will follow.`)
  })
  try {
    const wanted = missing()
    if (wanted.length > 0) await build(wanted, java, libFolder, onProgress)
  } finally {
    lock.release()
  }
}

async function build(
  programs: readonly JavaProgram[],
  java: Java,
  libFolder: string,
  onProgress: (line: string) => void,
): Promise<void> {
  const names = programs.map(({ name }) => name).join(' and ')
  const draftOf = (program: JavaProgram) => `${folderOf(program, libFolder)}.draft`
  for (const program of programs) {
    rmSync(draftOf(program), { recursive: true, force: true })
    mkdirSync(join(draftOf(program), 'classes'), { recursive: true })
  }
  onProgress(`Downloading ${names} with Maven. This happens once, and can take some minutes.`)
  const begun = performance.now()
  let files = 0
  const copies = programs.map((program) => ({ pom: program.pom, folder: join(draftOf(program), 'jars') }))
  await copyDependencies(copies, join(libFolder, 'fetch'), () => {
    files += 1
    if (files % FILES_A_LINE === 0) onProgress(`Downloading ${names}: ${files} files are here.`)
  })
  for (const program of programs) {
    await compile(program, java, draftOf(program))
    renameSync(draftOf(program), folderOf(program, libFolder))
  }
  onProgress(`Downloaded ${names} in ${Math.round((performance.now() - begun) / 1000)} s.`)
}

const folderOf = (program: JavaProgram, libFolder: string) =>
  join(libFolder, `${program.name.toLowerCase()}-${hashOf([program.pom, program.source, guard])}`)

async function compile(program: JavaProgram, { javac }: Java, draft: string) {
  const options = ['-proc:none', '-cp', `${join(draft, 'jars')}/*`, '-d', join(draft, 'classes'), '--release', '17']
  await promisify(execFile)(javac, [...options, program.source, guard]).catch((error: Error) => {
    throw new Error(`${basename(program.source)} does not compile: ${error.message}`)
  })
}

function hashOf(files: string[]): string {
  const hash = createHash('sha256')
  for (const file of files) hash.update(readFileSync(file))
  return hash.digest('hex').slice(0, 12)
}
