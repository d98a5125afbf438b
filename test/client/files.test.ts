import { randomBytes } from 'node:crypto'
import { afterAll, describe, expect, expectTypeOf, test } from 'vitest'
import { type Client, createClient } from '#client/client'
import { acceptOfFiles, bodiesBesideJson } from '#client/generated/facts'
import { openProcessorBench } from '#test/support/finance/payment-processor'

const bench = await openProcessorBench()
const baseUrl = await bench.server.app.listen({ host: '127.0.0.1', port: 0 })
const client = createClient({ baseUrl, key: bench.mine.key, retry: { firstPause: 1 } })
afterAll(() => bench.server.close())

const BYTES = randomBytes(70_000)
const TEXT = '{"a": "Größe"}'
const PDF = new Blob(['%PDF-1.7\n1 0 obj << >> endobj\ntrailer << >>\n%%EOF\n'], { type: 'application/pdf' })

const streamOf = (bytes: Uint8Array): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start: (controller) => {
      for (let at = 0; at < bytes.length; at += 10_000) controller.enqueue(bytes.subarray(at, at + 10_000))
      controller.close()
    },
  })

const formWith = (file: Blob): FormData => {
  const form = new FormData()
  form.append('file', file, 'form.bin')
  return form
}

const readBack = async (fileid: number): Promise<Buffer> => {
  const { data } = await client.GET('/api/webdav/{fileid}', { params: { path: { fileid } }, parseAs: 'arrayBuffer' })
  return Buffer.from(data)
}

const upload = async (body: Parameters<Client['POST']>[1], by: Client = client) => {
  const { data } = await by.POST('/api/files', { params: { query: { filename: 'data.bin' } }, ...body } as never)
  return data as { FileId: number; Name: string; Size: number }
}

test('every operation that takes another body than JSON has a test here', () => {
  expect(Object.keys(bodiesBesideJson)).toEqual([
    'POST /api/public/mail/unsubscribe/{token}',
    'POST /api/integration/payproc/account/{accountid}/identityfile',
    'POST /api/integration/payproc/dispute/evidence/file',
    'POST /api/files',
  ])
})

describe('uploadFile', () => {
  test.each([
    ['a Blob', () => new Blob([BYTES], { type: 'image/x-unknown' }), BYTES],
    ['bytes', () => new Uint8Array(BYTES), BYTES],
    ['a part of a buffer', () => new Uint8Array(BYTES).subarray(5, 50), BYTES.subarray(5, 50)],
    ['an ArrayBuffer', () => new Uint8Array(BYTES).buffer, BYTES],
    ['a stream', () => streamOf(BYTES), BYTES],
    ['text', () => TEXT, Buffer.from(TEXT)],
    ['a form', () => formWith(new Blob([BYTES])), BYTES],
  ])('stores %s as it is', async (_name, body, bytes) => {
    const file = await upload({ body: body() } as never)
    expect(file.Size).toBe(bytes.length)
    expect((await readBack(file.FileId)).equals(bytes)).toBe(true)
  })

  test.each([
    ['a Blob', () => new Blob([BYTES])],
    ['a stream', () => streamOf(BYTES)],
  ])('repeats %s after a lost response, and stores it once', async (_name, body) => {
    let attempts = 0
    const shaky = createClient({
      baseUrl,
      key: bench.mine.key,
      retry: { firstPause: 1 },
      fetch: async (request) => {
        const response = await globalThis.fetch(request)
        if (++attempts === 1) throw new TypeError('fetch failed')
        return response
      },
    })
    const { response, data } = await shaky.POST('/api/files', {
      params: { query: { filename: 'twice.bin' } },
      body: body(),
    })
    expect([attempts, response.headers.get('idempotent-replayed')]).toEqual([2, 'true'])
    expect((await readBack(data.FileId)).equals(BYTES)).toBe(true)
  })

  test('refuses another object, which would be stored as JSON', async () => {
    const wrong = upload({ body: { name: 'handbook.pdf' } } as never)
    await expect(wrong).rejects.toThrow('The body of POST /api/files is a file')
  })

  test('has the types of files, and JSON operations have not', () => {
    const rejected = () => [
      // @ts-expect-error an object that is no file
      client.POST('/api/files', { body: { file: 'a' } }),
      // @ts-expect-error a form for an operation that takes JSON
      client.POST('/api/contacts/person/{contactId}', { params: { path: { contactId: 0 } }, body: new FormData() }),
    ]
    expect(rejected).toBeTypeOf('function')
  })
})

describe('the files of the payment processor', () => {
  test('uploadDisputeEvidenceFile sends a Blob with its type', async () => {
    const { data } = await client.POST('/api/integration/payproc/dispute/evidence/file', {
      params: { query: { filename: 'receipt.pdf' } },
      body: PDF,
    })
    expect(data).toMatchObject({ FileName: 'receipt.pdf', ContentType: 'application/pdf', Size: PDF.size })
  })

  test('uploadIdentityFile sends bytes with the type of the header', async () => {
    const { data } = await client.POST('/api/integration/payproc/account/{accountid}/identityfile', {
      params: { path: { accountid: bench.account }, query: { filename: 'passport.pdf' } },
      headers: { 'Content-Type': 'application/pdf' },
      body: await PDF.arrayBuffer(),
    })
    expect(data).toMatchObject({ FileName: 'passport.pdf', ContentType: 'application/pdf', Size: PDF.size })
  })
})

test('changeMailSubscription sends the fields of a form', async () => {
  const sent: Request[] = []
  const visitor = createClient({
    baseUrl,
    fetch: async (request) => {
      sent.push(request.clone())
      return new Response('<p>Done</p>')
    },
  })
  const params = { path: { token: 'abc' } }
  const path = '/api/public/mail/unsubscribe/{token}'
  for (const body of [{ action: 'unsubscribe' }, new URLSearchParams({ action: 'unsubscribe' })] as never[])
    await visitor.POST(path, { params, body, parseAs: 'text' })
  for (const request of sent) {
    expect(request.headers.get('content-type')).toMatch(/^application\/x-www-form-urlencoded/)
    expect(await request.text()).toBe('action=unsubscribe')
  }
})

describe('a download', () => {
  test('returns JSON, or the file itself, by parseAs', async () => {
    const { FileId: fileid } = await upload({ body: new Blob([BYTES]) } as never)
    const params = { path: { fileid } }
    const { data: message } = await client.GET('/api/webdav/{fileid}', { params })
    expect(message).toMatchObject({ IsSuccessStatusCode: true, Content: BYTES.toString('base64') })
    const { data: blob } = await client.GET('/api/webdav/{fileid}', { params, parseAs: 'blob' })
    expectTypeOf(blob).toEqualTypeOf<Blob>()
    expect(blob.size).toBe(BYTES.length)
    const { data: stream } = await client.GET('/api/webdav/{fileid}', { params, parseAs: 'stream' })
    expect(Buffer.from(await new Response(stream).arrayBuffer()).equals(BYTES)).toBe(true)
  })

  test.each(Object.entries(acceptOfFiles))('of %s asks for the file or for JSON', async (operation, accept) => {
    const sent: (string | null)[] = []
    const watched = createClient({
      baseUrl,
      key: bench.mine.key,
      fetch: async ({ headers }) => {
        sent.push(headers.get('accept'))
        return new Response('{}')
      },
    })
    const [method = '', path = ''] = operation.split(' ')
    const call = watched[method as 'GET'] as unknown as (path: string, request: object) => Promise<unknown>
    await call(path, { parseAs: 'text' })
    await call(path, {})
    await call(path, { headers: { accept: 'application/pdf' }, parseAs: 'blob' })
    expect(sent).toEqual([accept, 'application/json', 'application/pdf'])
  })

  test('of a list is CSV', async () => {
    const { data } = await client.GET('/api/contacts/csv', { parseAs: 'text' })
    expect(data).toMatch(/^\W*ContactId,/)
  })
})
