import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestCaller } from '#test/support/build-app'
import { openProcessorBench, PROCESSOR, type ProcessorBench } from '#test/support/finance/payment-processor'
import { refusal } from '#test/support/people/contact-parts'

const PDF = Buffer.from('%PDF-1.7\n1 0 obj << >> endobj\ntrailer << >>\n%%EOF\n')
const PNG = Buffer.from('89504e470d0a1a0a0000000d4948445200000001000000010806000000', 'hex')

let bench: ProcessorBench
beforeAll(async () => {
  bench = await openProcessorBench()
})
afterAll(() => bench.server.close())

const send = (
  url: string,
  payload: Buffer,
  type: string,
  { caller = bench.mine, key }: { caller?: TestCaller; key?: string } = {},
) =>
  bench.server.app.inject({
    method: 'POST',
    url: `${PROCESSOR}/${url}`,
    payload,
    headers: {
      authorization: `ApiKey ${caller.key}`,
      'content-type': type,
      ...(key !== undefined && { 'idempotency-key': key }),
    },
  })

const formOf = (file: Buffer, name: string): Buffer =>
  Buffer.concat([
    Buffer.from(`--sep\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n`),
    Buffer.from('Content-Type: application/pdf\r\n\r\n'),
    file,
    Buffer.from('\r\n--sep--\r\n'),
  ])
const FORM = 'multipart/form-data; boundary=sep'
const EVIDENCE = 'dispute/evidence/file'

describe('POST /api/integration/payproc/dispute/evidence/file (uploadDisputeEvidenceFile)', () => {
  test('sends a file, also in a form, which then can be evidence', async () => {
    const { body } = await bench.good(
      'uploadDisputeEvidenceFile',
      send(`${EVIDENCE}?filename=receipt.pdf`, PDF, 'application/pdf'),
    )
    expect(body).toMatchObject({
      FileName: 'receipt.pdf',
      Purpose: 'dispute_evidence',
      ContentType: 'application/pdf',
      Size: PDF.length,
    })
    const form = (await send(EVIDENCE, formOf(PDF, '../../letter.pdf'), FORM)).json()
    expect(form).toMatchObject({ FileName: 'letter.pdf', ContentType: 'application/pdf' })
    const charge = await bench.charge({ PaymentToken: 'tok_createDispute' })
    await bench.handleEvents()
    const path = `${PROCESSOR}/disputes/${charge.EPaymentTransactionId}`
    expect((await bench.mine.post(path, { receipt: body.FileId, refund_policy: form.FileId })).statusCode).toBe(200)
    const dispute = (await bench.good('getDispute', bench.mine.get(`${path}/${charge.ChargeId}`))).body
    expect(dispute).toMatchObject({ receipt: body.FileId, refund_policy: form.FileId })
    expect(dispute.Documents).toMatchObject([
      { Field: 'receipt', FileName: 'receipt.pdf', Size: PDF.length },
      { Field: 'refund_policy', FileName: 'letter.pdf' },
    ])
    const identity = await send(`account/${bench.account}/identityfile?filename=id.png`, PNG, 'image/png')
    expect(await refusal(bench.mine.post(path, { receipt: identity.json().FileId }))).toEqual([422, '/receipt'])
  })

  test('checks the type by the content, and the size', async () => {
    const rejected = (payload: Buffer, type: string) => refusal(send(`${EVIDENCE}?filename=x.pdf`, payload, type))
    const html = Buffer.from('<html><script>alert(1)</script></html>')
    expect(await rejected(html, 'application/pdf')).toEqual([415, 'unsupported-media-type'])
    expect(await rejected(PNG, 'application/pdf')).toEqual([415, 'unsupported-media-type'])
    expect(await rejected(Buffer.concat([PDF, Buffer.alloc(5_242_880)]), 'application/pdf')).toEqual([
      413,
      'body-too-large',
    ])
    expect(await rejected(Buffer.alloc(0), 'application/pdf')).toEqual([400, ''])
    expect(await refusal(send(EVIDENCE, PDF, 'application/pdf'))).toEqual([400, 'query:filename'])
    const form = Buffer.from('--sep\r\nContent-Disposition: form-data; name="other"\r\n\r\nx\r\n--sep--\r\n')
    expect((await send(EVIDENCE, form, FORM)).statusCode).toBe(400)
    const theirs = await send(`${EVIDENCE}?filename=x.pdf`, PDF, 'application/pdf', { caller: bench.theirs })
    expect(theirs.json().code).toBe('no-account')
  })
})

describe('POST /api/integration/payproc/account/{accountid}/identityfile (uploadIdentityFile)', () => {
  test('satisfies a requirement of the account', async () => {
    const gateway = (await bench.mine.post('/api/paymentgateways/0', { Name: 'Verified' })).json()
    const url = `account/${gateway.GatewayAccountId}/identityfile?filename=passport.png`
    const { body } = await bench.good('uploadIdentityFile', send(url, PNG, 'image/png', { key: 'passport' }))
    expect(body).toMatchObject({ Purpose: 'identity_document', ContentType: 'image/png' })
    const repeated = await send(url, PNG, 'image/png', { key: 'passport' })
    expect([repeated.json().FileId, repeated.headers['idempotent-replayed']]).toEqual([body.FileId, 'true'])
    expect(await refusal(send(`${url}&purpose=address_document`, PNG, 'image/png'))).toEqual([422, 'processor-refused'])
    await bench.handleEvents()
    const requirements = (await bench.mine.get(`${PROCESSOR}/payprocrequirementsdetails`)).json()
    const mine = requirements.AccountList.filter(
      ({ GatewayName }: { GatewayName: string }) => GatewayName === 'Verified',
    )
    expect(mine).toEqual([])
    expect(await refusal(send('account/acct_none/identityfile?filename=x.png', PNG, 'image/png'))).toEqual([
      404,
      'not-found',
    ])
  })
})
