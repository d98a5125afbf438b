import { accessSync, constants, createReadStream, statSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { importRows, readFile } from '#areas/people/imports/engine.service'
import { readState } from '#areas/people/imports/imports.queries'
import { writeRefusedLines } from '#areas/people/imports/imports.service'
import type { ImportState } from '#areas/people/imports/imports.sql'
import { type ImportPlan, planImport } from '#areas/people/imports/plans/plans.service'
import { beginState, completeFileImport, openFileImport } from '#areas/people/imports/runs.service'
import type { Source } from '#areas/people/imports/tables/source.model'
import type { ImportChoicesInput } from '#contract/people/imports'
import type { Scope } from '#kernel/tenancy/scope'
import type { ImportRun } from '#prisma/client'
import type { ByteRange } from '#services/files/file-store'
import { UserError } from '../failure.ts'

export interface ImportFileOptions {
  path: string
  choices: ImportChoicesInput
  reportPath: string
  onProgress: (state: ImportState) => void
}

export interface ImportOutcome {
  plan: ImportPlan
  state: ImportState
  /** The last line of an earlier run; 0 if there was none. */
  resumedAfter: number
  /** The earlier run that had already imported the whole file. */
  earlier: ImportRun | undefined
  /** Undefined if no row was refused. */
  reportPath: string | undefined
}

/** Every row was processed, but the report could not be written. */
export class ReportError extends UserError {}

/** Imports a file after its last imported line. If it is stopped, call it again to import the rest, nothing twice. */
export const importFile = async (scope: Scope, options: ImportFileOptions): Promise<ImportOutcome> => {
  requireFolder(options.reportPath)
  const plan = await planImport(scope, localSource(options.path), options.choices)
  const file = await readFile(plan)
  const run = await openFileImport(scope, plan)
  if (run.status === 'Completed') {
    const reportPath = await writeReport(scope, run, options.reportPath)
    return { plan, state: await readState(scope, run.id), resumedAfter: 0, earlier: run, reportPath }
  }
  const start = await beginState(scope, run)
  try {
    const state = await importRows(scope, { plan, file, start, onProgress: options.onProgress })
    await completeFileImport(scope, run)
    return {
      plan,
      state,
      resumedAfter: start.lastLine,
      earlier: undefined,
      reportPath: await writeReport(scope, { ...run, refused: state.refused }, options.reportPath),
    }
  } catch (error) {
    // The rows that were refused so far help to correct the file before the rest is imported.
    await writeReport(scope, { ...run, refused: 1 }, options.reportPath).catch(() => undefined)
    throw error
  }
}

/** Otherwise the import would find only at its end that it cannot write the report. @throws UserError */
const requireFolder = (path: string): void => {
  try {
    accessSync(dirname(path), constants.W_OK)
  } catch (error) {
    throw unwritable(path, error)
  }
}

const unwritable = (path: string, error: unknown) =>
  new ReportError(
    `The report ${path} cannot be written: ${(error as Error).message}. Choose another file with --report.`,
  )

/** A local file. @throws UserError if it cannot be read. */
export const localSource = (path: string): Source => {
  const size = sizeOf(path)
  return { name: basename(path), size, open: (range) => readChunks(path, range) }
}

const sizeOf = (path: string): number => {
  try {
    const file = statSync(path)
    if (file.isFile()) return file.size
  } catch (error) {
    throw unreadable(path, error)
  }
  throw new UserError(`${path} is not a file.`)
}

const unreadable = (path: string, error: unknown) =>
  new UserError(`${path} cannot be read: ${(error as Error).message}`)

async function* readChunks(path: string, range?: ByteRange): AsyncGenerator<Buffer> {
  try {
    const part = range && { start: range.first, end: range.last }
    for await (const chunk of createReadStream(path, { highWaterMark: 262_144, ...part })) yield chunk as Buffer
  } catch (error) {
    throw unreadable(path, error)
  }
}

/** Writes the refused rows as CSV, so that they can be corrected and imported separately. It has its name when it is complete. */
const writeReport = async (scope: Scope, run: ImportRun, path: string): Promise<string | undefined> => {
  if (run.refused === 0) return undefined
  const part = `${path}.part`
  try {
    const file = await open(part, 'w', 0o600)
    try {
      for await (const lines of writeRefusedLines(scope, run)) await file.write(lines)
      await file.datasync()
    } finally {
      await file.close()
    }
    await rename(part, path)
    return path
  } catch (error) {
    await rm(part, { force: true })
    throw unwritable(path, error)
  }
}
