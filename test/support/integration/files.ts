import type { TestCaller } from '../build-app.ts'

type Caller = Pick<TestCaller, 'get' | 'post' | 'delete'>

/** The smallest PNG: one transparent pixel. */
export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

const RAW = { 'content-type': 'application/octet-stream' }

/** Sends a file as the body of an upload. */
export const sendUpload = (
  caller: Caller,
  name: string,
  bytes: Buffer | string,
  headers: Record<string, string> = RAW,
) => caller.post(`/api/files?filename=${encodeURIComponent(name)}`, Buffer.from(bytes), headers)

/** Uploads a file and returns its id. */
export const upload = async (caller: Caller, name: string, bytes: Buffer | string): Promise<number> => {
  const answer = await sendUpload(caller, name, bytes)
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json().FileId
}

export interface FormPart {
  /** The name of the field. */
  field: string
  /** The name of the file; absent for a field of text. */
  file?: string
  bytes: Buffer | string
}

const BOUNDARY = 'guildhall-boundary'

/** Sends a form to the upload. */
export const sendForm = (caller: Caller, parts: FormPart[], query = '') =>
  caller.post(`/api/files${query}`, formBody(parts), {
    'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
  })

const formBody = (parts: FormPart[]): Buffer =>
  Buffer.concat([
    ...parts.flatMap(({ field, file, bytes }) => [
      Buffer.from(
        `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"${file === undefined ? '' : `; filename="${file}"`}\r\n\r\n`,
      ),
      Buffer.from(bytes),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${BOUNDARY}--\r\n`),
  ])

/** Sets the profile image of a contact and returns the id of its file. */
export const addImage = async (caller: Caller, contactId: number, bytes: Buffer = PIXEL): Promise<number> => {
  const FileId = await upload(caller, 'portrait.png', bytes)
  const answer = await caller.post(`/api/contacts/${contactId}/image`, { FileId })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json().FileId
}
