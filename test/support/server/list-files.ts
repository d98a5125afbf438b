import { expect } from 'vitest'
import { buildTestApp, type TestApp, type TestCaller } from '../build-app.ts'

/** A list that can be read as a file. */
export interface FileOfList {
  path: string
  /** The start of its name. */
  name: string
  /** A query that selects no row. */
  nothing: Record<string, string>
  /** A scope that does not give access to it. */
  otherScope: string
}

/** Requests about the file of a list. */
export interface FileBench {
  server: TestApp
  mine: TestCaller
  /** The lines of the file, without the last line end. */
  linesOf(query?: Record<string, string>, caller?: TestCaller): Promise<string[]>
  /** Checks what each file has: one line of names, the day in its name, known parameters only, and the scope of its list. */
  checkFile(): Promise<void>
}

/** Returns the lines of a file of CSV that begins with a byte order mark. */
export const linesOfFile = (text: string): string[] => {
  expect(text.slice(0, 1)).toBe('\ufeff')
  return text.slice(1).split('\r\n')
}

export const openFile = async ({ path, name, nothing, otherScope }: FileOfList): Promise<FileBench> => {
  const server = await buildTestApp()
  const mine = await server.tenant()
  const linesOf: FileBench['linesOf'] = async (query = {}, caller = mine) => {
    const answer = await caller.get(`${path}?${new URLSearchParams(query)}`, { accept: 'text/csv' })
    expect([answer.statusCode, answer.headers['content-type']], answer.body).toEqual([200, 'text/csv; charset=utf-8'])
    return linesOfFile(answer.body).slice(0, -1)
  }
  const checkFile = async () => {
    const [header, ...rows] = await linesOf(nothing)
    expect([header, rows]).toEqual([expect.stringMatching(/^\w+(,\w+)+$/), []])
    const { Content, Headers } = (await mine.get(`${path}?${new URLSearchParams(nothing)}`)).json()
    expect(Content).toBe(`${header}\r\n`)
    for (const [byteOrderMark, accept] of [
      ['true', 'application/json'],
      ['false', 'text/csv'],
    ] as const) {
      const { body } = await mine.get(`${path}?${new URLSearchParams({ ...nothing, byteOrderMark })}`, { accept })
      expect(body.includes('\ufeff'), accept).toBe(byteOrderMark === 'true')
    }
    expect((await mine.get(`${path}?byteOrderMark=perhaps`)).statusCode).toBe(400)
    expect(JSON.stringify(Headers)).toMatch(new RegExp(`${name} \\d{4}-\\d\\d-\\d\\d\\.csv`))
    expect((await mine.get(`${path}?nothing=1`)).statusCode).toBe(400)
    const other = await server.caller(mine.tenant, [otherScope])
    expect((await other.get(path)).statusCode).toBe(403)
    expect((await server.app.inject({ url: path })).statusCode).toBe(401)
    expect(await linesOf({}, await server.tenant())).toContain(header)
  }
  return { server, mine, linesOf, checkFile }
}
