import { Command } from 'commander'
import { examine } from '../installation/doctor/doctor.ts'
import type { Finding, FindingState } from '../installation/doctor/finding.ts'
import { SilentFailure } from './failure.ts'
import { outputColumns } from './help.ts'
import { printable } from './printable.ts'
import { commandLog } from './session.ts'

export const doctorCommand = (): Command =>
  new Command('doctor')
    .description('Check settings, database, workers, mail and files, and say what to do. Changes nothing.')
    .option('--json', 'write the findings as JSON', false)
    .addHelpText('after', '\nExit codes: 0 nothing failed (warnings are possible), 1 something failed.')
    .action(run)

const run = async ({ json }: { json: boolean }): Promise<void> => {
  const findings = await examine(process.env, commandLog(process.env))
  if (json) console.log(JSON.stringify(findings, null, 2))
  else for (const line of linesOf(findings, widthOf())) console.log(line)
  if (findings.some(({ state }) => state === 'fail')) throw new SilentFailure()
}

const MAX_WIDTH = 100

const widthOf = (): number => Math.min(outputColumns(), MAX_WIDTH)

const COLORS: Record<FindingState, number> = { ok: 32, warn: 33, fail: 31 }

const stateText = (state: FindingState): string => {
  const text = state.padEnd(4)
  return process.stdout.isTTY && process.stdout.hasColors() ? `\u001b[${COLORS[state]}m${text}\u001b[0m` : text
}

const INDENT = ' '.repeat(6)

const linesOf = (findings: readonly Finding[], width: number): string[] => [
  ...findings.flatMap(({ subject, state, message, advice }) => [
    `${stateText(state)}  ${subject}`,
    ...message.split('\n').flatMap((part) => wrapped(printable(part), width - INDENT.length)),
    ...(advice === undefined ? [] : wrapped(`-> ${advice}`, width - INDENT.length)),
  ]),
  '',
  summaryOf(findings),
]

const summaryOf = (findings: readonly Finding[]): string => {
  const count = (wanted: FindingState) => findings.filter(({ state }) => state === wanted).length
  const failed = count('fail')
  const warned = count('warn')
  if (failed + warned === 0) return 'Everything is in order.'
  return `${failed} failed, ${warned} to look at, ${count('ok')} in order.`
}

/** Breaks a text between words. A longer word gets a line of its own. */
const wrapped = (text: string, width: number): string[] => {
  const lines: string[] = []
  for (const word of text.trim().split(/\s+/)) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines.map((line) => INDENT + line)
}
