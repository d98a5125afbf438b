import type { Readable } from 'node:stream'
import { Busboy, type BusboyFileStream, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { badInput, Problem } from '#kernel/errors/problem'
import { fileTooLarge, type ReceivedFile, receiveFile, removeReceived } from './received-file.ts'

/** The body of an upload: a file that has arrived, with the name of its part of a form. */
export interface UploadBody extends ReceivedFile {
  /** Undefined if the body is the file itself. */
  readonly partName: string | undefined
}

export interface UploadSettings {
  /** A local folder for files that arrive. */
  folder: string
  /** Bytes of one file. */
  limit: number
}

/**
 * Makes the routes of an encapsulated plugin accept a file as their body, of any content type: `request.body` describes it for the
 * Idempotency-Key, and `uploadOf` returns it. The request is already authorized when its body is read. The file is removed
 * after the response.
 */
export const acceptUploads = (app: FastifyInstance, readSettings: () => UploadSettings): void => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', async (request: FastifyRequest, body: Readable) => {
    const settings = readSettings()
    requireReadable(request, settings.limit)
    const upload = await receiveBody(request, body, settings)
    received.set(request, upload)
    // The same for each attempt, so that a repeated request is recognized.
    const { sha256, size, partName } = upload
    return { sha256, size, partName }
  })
  app.addHook('onResponse', async (request) => {
    const upload = received.get(request)
    if (upload) await removeReceived(upload.path)
  })
}

const received = new WeakMap<FastifyRequest, UploadBody>()

/** Returns the file of a request; undefined if it has no body. */
export const uploadOf = (request: FastifyRequest): UploadBody | undefined => received.get(request)

const requireReadable = ({ headers }: FastifyRequest, limit: number): void => {
  const { 'content-encoding': encoding = 'identity', 'content-length': length } = headers
  if (encoding !== 'identity')
    throw new Problem(415, 'unsupported-media-type', 'The Content-Encoding is not supported. Send the file as it is.')
  if (Number(length) > limit + MAX_FORM_BYTES) throw fileTooLarge(limit)
}

/** What a form adds to its file: boundaries and headers. */
const MAX_FORM_BYTES = 16_384

const receiveBody = async (request: FastifyRequest, body: Readable, settings: UploadSettings): Promise<UploadBody> => {
  const type = request.headers['content-type'] ?? ''
  if (/^multipart\/form-data\b/i.test(type)) return receiveForm(request, body, settings)
  const { folder, limit } = settings
  return { ...(await receiveFile(body, folder, limit)), partName: undefined }
}

/** Reads a form with one file. The first fault ends it. */
const receiveForm = async (request: FastifyRequest, body: Readable, settings: UploadSettings): Promise<UploadBody> => {
  const parser = openForm(request)
  const files: Promise<UploadBody>[] = []
  try {
    await parseForm(parser, body, (stream, name) => {
      const file = receivePart(stream, name, settings)
      files.push(file)
      return file
    })
    const [upload] = files
    if (!upload || files.length > 1) throw formFault()
    return await upload
  } catch (error) {
    body.unpipe(parser)
    parser.destroy()
    for (const file of files) await file.then(({ path }) => removeReceived(path)).catch(() => undefined)
    throw error
  }
}

const formFault = () => badInput('', 'must be a form with exactly one part, a file named "file"')

type ReceivePart = (stream: BusboyFileStream, name: string | undefined) => Promise<unknown>

/** Resolves at the end of the form. */
const parseForm = (parser: BusboyInstance, body: Readable, receive: ReceivePart): Promise<void> =>
  new Promise((resolve, reject) => {
    const fail = () => reject(formFault())
    parser.on('file', (field, stream, name) => {
      stream.on('error', fail)
      if (field === 'file') receive(stream, name).catch(reject)
      else fail()
    })
    for (const event of ['field', 'partsLimit', 'filesLimit', 'fieldsLimit', 'error']) parser.on(event, fail)
    parser.on('finish', resolve)
    body.on('error', fail).on('close', () => body.readableEnded || fail())
    body.pipe(parser)
  })

const openForm = ({ headers }: FastifyRequest): BusboyInstance => {
  try {
    return new Busboy({
      headers: headers as BusboyHeaders,
      limits: { parts: 2, files: 2, fields: 1, fieldSize: 1024, headerPairs: 20 },
    })
  } catch {
    throw formFault()
  }
}

const receivePart = async (
  stream: BusboyFileStream,
  name: string | undefined,
  { folder, limit }: UploadSettings,
): Promise<UploadBody> => ({ ...(await receiveFile(stream, folder, limit)), partName: unescaped(name ?? '') })

/** Returns the name of a file in a form, as browsers write it: quotes and line ends are escaped (HTML, 4.10.21.8). */
const unescaped = (name: string): string => name.replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n')
