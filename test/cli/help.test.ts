import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { commands } from '#src/cli/commands'
import { runCommandHere } from '../support/cli/command-here.ts'

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
  version: string
}

const onTerminal = async (width: number, args: string[]) => {
  const given = Object.getOwnPropertyDescriptor(process.stdout, 'columns')
  const isTerminal = Object.getOwnPropertyDescriptor(process.stdout, 'isTTY')
  Object.defineProperty(process.stdout, 'columns', { value: width, configurable: true })
  Object.defineProperty(process.stdout, 'isTTY', { value: true, configurable: true })
  const result = await runCommandHere(args, {})
  for (const [name, was] of Object.entries({ columns: given, isTTY: isTerminal })) {
    if (was) Object.defineProperty(process.stdout, name, was)
    else Reflect.deleteProperty(process.stdout, name)
  }
  return result
}

describe('guildhall --version', () => {
  test('prints the version of the product', async () => {
    expect(await runCommandHere(['--version'], {})).toEqual({ code: 0, out: `${version}\n`, err: '' })
  })
})

describe('guildhall --help', () => {
  test('lists every command with one short description, without its code', async () => {
    const { out, code, err } = await runCommandHere(['--help'], {})
    expect([code, err]).toEqual([0, ''])
    for (const { name, description } of commands) {
      expect(out).toMatch(new RegExp(`^  ${name} `, 'm'))
      expect(description).toMatch(/^[A-Z].{10,110}\.$/)
    }
    expect(out).not.toMatch(/^.{81,}$/m)
  })

  test('is wrapped on a terminal of 40 columns', async () => {
    const { out } = await onTerminal(40, ['--help'])
    const [table = ''] = out.split('Exit codes')
    expect(table.split('\n').filter((line) => line.length > 40)).toEqual([])
  })

  test('of imports is wrapped on a terminal of 40 columns, with its lists, and breaks no word', async () => {
    const args = ['import', 'contacts', '--help']
    const { out } = await onTerminal(40, args)
    expect(out.split('\n').filter((line) => line.length > 40)).toEqual([])
    const wordsOf = (text: string) => text.split(/\s+/)
    const wide = await onTerminal(120, args)
    expect(wordsOf(out)).toEqual(wordsOf(wide.out))
    expect(wide.out.split('\n').filter((line) => line.length > 120)).toEqual([])
  })

  test('has the width of COLUMNS where the output is no terminal, or else 80', async () => {
    const args = ['import', 'contacts', '--help']
    const widthWith = async (env: Record<string, string>) => {
      const { out } = await runCommandHere(args, env)
      return Math.max(...out.split('\n').map((line) => line.length))
    }
    expect(await widthWith({ COLUMNS: '60' })).toBeLessThanOrEqual(60)
    const wide = await widthWith({ COLUMNS: '120' })
    expect([wide > 100, wide <= 120]).toEqual([true, true])
    for (const env of [{}, { COLUMNS: '' }, { COLUMNS: 'many' }, { COLUMNS: '0' }])
      expect(await widthWith(env), JSON.stringify(env)).toBeLessThanOrEqual(80)
  })

  test('of imports lists each header of a field once', async () => {
    const { out } = await runCommandHere(['import', 'contacts', '--help'], {})
    expect(out).toMatch(/^ {2}Suffix +suffix, name suffix$/m)
  })

  test.each(commands)('the code of $name is that command, and explains itself', async ({ name, load }) => {
    expect((await load()).name()).toBe(name)
    const { out, code } = await runCommandHere([name, '--help'], {})
    expect([code, out.startsWith(`Usage: guildhall ${name}`)]).toEqual([0, true])
    expect(await runCommandHere(['help', name], {})).toMatchObject({ code: 0, out })
  })

  test.each([
    [['nonsense'], /unknown command 'nonsense'/],
    [['key', 'nonsense'], /unknown command 'nonsense'/],
    [['--nonsense'], /unknown option '--nonsense'/],
  ])('%j is not understood: exit code 2', async (args, message) => {
    const { code, err } = await runCommandHere(args, {})
    expect([code, message.test(err)]).toEqual([2, true])
  })
})
