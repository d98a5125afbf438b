import { afterAll, describe, expect, test } from 'vitest'
import { createClient } from '#client/client'
import { isProblem, NetworkError, type ProblemError, ResponseError } from '#client/problems'
import type { RetryOptions } from '#client/retries'
import { openClientBench } from '../support/client/client.ts'

const { mine, baseUrl, client, open, close } = await openClientBench()
const limited = await openClientBench({ config: { credentialRate: 1 } })
afterAll(async () => {
  await close()
  await limited.close()
})

type Fetch = (request: Request) => Promise<Response>

/** A client whose connection fails as the network does: each attempt is passed to the next of these. */
const behindNetwork = (behaviors: Fetch[], retry: RetryOptions = {}, options: object = {}) => {
  const sent: Request[] = []
  const pauses: number[] = []
  const wait = async (milliseconds: number) => void pauses.push(milliseconds)
  const fetch: Fetch = (request) => {
    sent.push(request.clone())
    return (behaviors[sent.length - 1] ?? globalThis.fetch)(request)
  }
  return { client: open({ fetch, retry: { wait, ...retry }, ...options }), sent, pauses }
}

/** The request arrives and is carried out, and its response is lost. */
const losesResponse: Fetch = async (request) => {
  await globalThis.fetch(request)
  throw new TypeError('fetch failed')
}

const isDown: Fetch = async () => {
  throw new TypeError('fetch failed')
}

const responds = (status: number, headers: Record<string, string> = {}, body?: object): Fetch => {
  return async () => new Response(body ? JSON.stringify(body) : 'Bad gateway', { status, headers })
}

const errorOf = async (call: Promise<unknown>): Promise<unknown> => call.then(() => undefined).catch((error) => error)

const group = (Name: string) => ({ params: { path: { groupId: 0 } }, body: { Name } })

const countGroups = async (name: string) =>
  (await client.GET('/api/groups', { params: { query: { Filter: `Name eq '${name}'` } } })).data.Results.length

describe('a request is repeated', () => {
  test('after a lost response, and is carried out once', async () => {
    const { client: shaky, sent } = behindNetwork([losesResponse, losesResponse])
    const { data, response } = await shaky.POST('/api/groups/{groupId}', group('Board'))
    expect(data.Name).toBe('Board')
    expect(response.headers.get('idempotent-replayed')).toBe('true')
    expect(await countGroups('Board')).toBe(1)
    const keys = sent.map(({ headers }) => headers.get('idempotency-key'))
    expect(new Set(keys).size).toBe(1)
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
  })

  test('with the key of the caller, if it sends one', async () => {
    const { client: shaky, sent } = behindNetwork([losesResponse])
    await shaky.POST('/api/groups/{groupId}', { ...group('Choir'), headers: { 'Idempotency-Key': 'choir-1' } })
    expect(sent.map(({ headers }) => headers.get('idempotency-key'))).toEqual(['choir-1', 'choir-1'])
    expect(await countGroups('Choir')).toBe(1)
  })

  test('while the first one with its key is still running', async () => {
    const running = responds(409, {}, { code: 'idempotency-running', requestId: 'r', detail: 'Still running.' })
    const { client: shaky, sent } = behindNetwork([running])
    expect((await shaky.POST('/api/groups/{groupId}', group('Crew'))).data.Name).toBe('Crew')
    expect(sent).toHaveLength(2)
  })

  test('after the pause that Retry-After asks for, in seconds or as a date', async () => {
    const later = new Date(Date.now() + 8_000).toUTCString()
    const busy = [responds(503, { 'retry-after': '7' }), responds(429, { 'retry-after': later })]
    const { client: shaky, pauses } = behindNetwork(busy)
    await shaky.GET('/api/groups')
    expect(pauses[0]).toBe(7000)
    expect(pauses[1]).toBeGreaterThan(5000)
    expect(pauses[1]).toBeLessThanOrEqual(8000)
  })

  test('after growing pauses with jitter, up to the number of attempts', async () => {
    const { client: shaky, pauses, sent } = behindNetwork(Array(9).fill(isDown), { attempts: 4, firstPause: 100 })
    const error = await errorOf(shaky.GET('/api/groups'))
    expect(error).toBeInstanceOf(NetworkError)
    expect(error).toMatchObject({ attempts: 4, cause: expect.any(TypeError) })
    expect(sent).toHaveLength(4)
    for (const [index, full] of [100, 200, 400].entries()) {
      expect(pauses[index]).toBeGreaterThanOrEqual(full / 2)
      expect(pauses[index]).toBeLessThanOrEqual(full)
    }
  })

  test('without a key, if it changes nothing', async () => {
    const { client: shaky, sent } = behindNetwork([isDown])
    await shaky.POST('/api/contacts', { body: {} })
    expect(sent.map(({ headers }) => headers.has('idempotency-key'))).toEqual([false, false])
  })

  test('with the limits of the server: a wait that is too long is an error', async () => {
    const pauses: number[] = []
    const wait = async (milliseconds: number) => void pauses.push(milliseconds)
    const impatient = limited.open({ retry: { wait, attempts: 3, longestPause: 100 } })
    await errorOf(impatient.GET('/api/groups'))
    const error = await errorOf(impatient.GET('/api/groups'))
    expect(isProblem(error, 'rate-limited')).toBe(true)
    const { retryAfter, message, detail } = error as ProblemError
    expect(retryAfter).toBeGreaterThan(0)
    expect(message).toBe(`${detail} (Retry after ${retryAfter} ${retryAfter === 1 ? 'second' : 'seconds'}.)`)
    expect(pauses).toEqual([])
    // By default, because the limits of the server are those of a minute.
    const patient = limited.open({ retry: { wait, attempts: 3 } })
    await errorOf(patient.GET('/api/groups'))
    expect(pauses).toHaveLength(2)
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(1000)
  })
})

describe('a request is not repeated', () => {
  test('if it could be carried out twice', async () => {
    const sent: Request[] = []
    const fetch: Fetch = (request) => {
      sent.push(request)
      return isDown(request)
    }
    const visitor = createClient({ baseUrl, tenant: mine.tenant.key, fetch, retry: { firstPause: 1 } })
    const message = { body: { TenantKey: mine.tenant.key, Message: 'Script error' } }
    expect(await errorOf(visitor.POST('/api/logs/public', message))).toMatchObject({ attempts: 1 })
    expect(sent).toHaveLength(1)
  })

  test('after a refusal', async () => {
    const { client: shaky, sent } = behindNetwork([])
    await errorOf(shaky.GET('/api/groups/{groupId}', { params: { path: { groupId: 999_999_999 } } }))
    expect(sent).toHaveLength(1)
  })

  test('after the caller has aborted it, also during a pause', async () => {
    const aborted = new AbortController()
    const { client: shaky, sent } = behindNetwork([isDown, isDown], {
      wait: async (_milliseconds, signal) => {
        aborted.abort(new Error('no longer needed'))
        signal.throwIfAborted()
      },
    })
    expect(await errorOf(shaky.GET('/api/groups', { signal: aborted.signal }))).toMatchObject({
      message: 'no longer needed',
    })
    expect(sent).toHaveLength(1)
    const real = open({ fetch: isDown, retry: { firstPause: 3_600_000, longestPause: 3_600_000 } })
    const stopped = new AbortController()
    const pending = errorOf(real.GET('/api/groups', { signal: stopped.signal }))
    await new Promise((resolve) => setImmediate(resolve))
    stopped.abort(new Error('stopped'))
    expect(await pending).toMatchObject({ message: 'stopped' })
  })
})

test('a response of a proxy, without a problem document, is an error with its status', async () => {
  const { client: shaky } = behindNetwork(Array(3).fill(responds(502)), { attempts: 2 })
  const error = await errorOf(shaky.GET('/api/groups'))
  expect(error).toBeInstanceOf(ResponseError)
  expect(error).toMatchObject({ status: 502, name: 'ResponseError', body: 'Bad gateway' })
  expect((error as Error).message).toBe('The response is 502, without a problem document: Bad gateway.')
})

describe('a success whose body is not JSON', () => {
  const page = `<!doctype html>\n<title>Sign in</title>\n${'x'.repeat(5000)}`
  test.each([
    [
      'the page of a proxy',
      page,
      'text/html; charset=utf-8',
      /^The response is 200, but its body is not JSON \(text\/html\): <!doctype html> <title>Sign in<\/title> x{20,}\.\.\.\.$/,
    ],
    [
      'a part of the JSON',
      '{"Results":[{"Name',
      'application/json',
      /not JSON \(application\/json\): \{"Results":\[\{"Name\.$/,
    ],
  ])('is an error with its status and beginning: %s', async (_what, body, type, message) => {
    const { client: shaky, sent } = behindNetwork([
      async () => new Response(body, { headers: { 'content-type': type, 'content-length': String(body.length) } }),
    ])
    const error = await errorOf(shaky.GET('/api/groups'))
    expect(error).toBeInstanceOf(ResponseError)
    expect(error).toMatchObject({ status: 200, body: body.slice(0, 2000), message: expect.stringMatching(message) })
    expect(sent).toHaveLength(1)
  })

  test('has no data if it is empty', async () => {
    const { client: shaky } = behindNetwork([async () => new Response('')])
    expect((await shaky.GET('/api/groups')).data).toBeUndefined()
  })
})
