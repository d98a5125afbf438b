import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reasonPhrases } from '#kernel/errors/problem'
import { problemTypes } from '#kernel/errors/problem-types'
import type { ProblemType } from '#kernel/errors/types/problem-type'
import { buildTestApp, type TestApp } from '#test/support/build-app'

let server: TestApp
beforeAll(async () => {
  server = await buildTestApp()
})
afterAll(() => server.close())

const types = Object.entries<ProblemType>(problemTypes)

test('the type of a problem leads to a page that explains its code, without a credential', async () => {
  const { type, code } = (await server.app.inject('/api/nothing')).json()
  expect(type).toBe(`/reference/problems#${code}`)
  const page = await server.app.inject(type)
  expect(page.statusCode).toBe(200)
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(page.body).toContain(`id="${code}"`)
})

test('the page explains every code, and loads nothing of another server', async () => {
  const { body, headers } = await server.app.inject('/reference/problems')
  for (const [code] of types) expect(body).toContain(`<section class="problem" id="${code}">`)
  expect(body).not.toMatch(/(src|href)="(https?:)?\/\//)
  const policy = String(headers['content-security-policy'])
  expect(policy).toMatch(/^default-src 'none'; style-src 'self'; /)
  expect(policy).not.toContain('unsafe')
})

test('the API reference still opens', async () => {
  expect((await server.app.inject('/reference/')).statusCode).toBe(200)
})

// The type checker ensures that no other code is thrown: Problem accepts only the codes of the table.
test('every code of the table is used somewhere in the product', () => {
  const source = join(import.meta.dirname, '../../../src')
  const text = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.startsWith('generated') && !name.includes('errors/types/'))
    .map((name) => readFileSync(join(source, name), 'utf8'))
    .join('\n')
  expect(types.map(([code]) => code).filter((code) => !text.includes(`'${code}'`))).toEqual([])
})

test('every status of the table has its reason phrase, and every code says what to do', () => {
  for (const [code, { status, meaning, advice }] of types) {
    expect(
      status.filter((number) => !reasonPhrases[number]),
      code,
    ).toEqual([])
    expect(status.length, code).toBeGreaterThan(0)
    for (const sentence of [meaning, advice]) expect(sentence, code).toMatch(/^[A-Za-z].+\.$/)
  }
})
