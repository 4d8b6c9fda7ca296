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

/** A Java program of ours: its main class, and the pom with the jars it needs. */
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
  const folder = join(libFolder, `${program.name.toLowerCase()}-${hashOf([program.pom, program.source, guard])}`)
  if (!existsSync(folder)) await buildOnce(program, java, folder, onProgress)
  return `${join(folder, 'classes')}:${join(folder, 'jars')}/*`
}

/** Two Mavens must not write one repository at once, so all builds in a lib folder take turns. */
async function buildOnce(program: JavaProgram, java: Java, folder: string, onProgress: (line: string) => void) {
  const lock = await waitForLock(join(folder, '../lock'), (pid) => {
    if (pid !== process.pid)
      onProgress(`Process ${pid ?? 'unknown'} is fetching with Maven; ${program.name} waits for it.`)
  })
  try {
    if (!existsSync(folder)) await build(program, java, folder, onProgress)
  } finally {
    lock.release()
  }
}

async function build(program: JavaProgram, java: Java, folder: string, onProgress: (line: string) => void) {
  const draft = `${folder}.draft`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(join(draft, 'classes'), { recursive: true })
  onProgress(`Fetching ${program.name} with Maven (once; up to some minutes).`)
  let files = 0
  await copyDependencies(program.pom, join(draft, 'jars'), () => {
    files += 1
    if (files % FILES_A_LINE === 0) onProgress(`Fetching ${program.name}: ${files} files downloaded.`)
  })
  await compile(program, java, draft)
  renameSync(draft, folder)
}

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
