import { dayIn } from '#kernel/time/day'
import { removeCsvFile, writeCsvFile } from '../lists/csv-file.service.ts'
import { type FileValues, fileSchema, listOf, pathOf } from '../lists/sent-values.model.ts'
import type { Credentials, FieldConnector, NativeApp, NativeTools } from '../native-app.port.ts'
import { sendsFile } from './sends-list.model.ts'

/** Opens the bucket. The client is large: only processes that use it load it. */
const bucketOf = async ({ outbound }: NativeTools, credentials: Credentials) => {
  const { openBucket } = await import('./outbound-s3.adapter.ts')
  return openBucket(outbound, credentials)
}

const s3: FieldConnector = {
  name: 's3',
  authentication: 'ApiKey',
  addressField: 'Endpoint',
  fields: [
    {
      name: 'Bucket',
      title: 'Bucket',
      isRequired: true,
      isSecret: false,
      pattern: { test: /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, message: 'must be the name of a bucket' },
    },
    {
      name: 'Region',
      title: 'Region',
      isRequired: true,
      isSecret: false,
      description: 'Region of the bucket, such as eu-central-1.',
      pattern: { test: /^[a-z0-9-]{1,40}$/, message: 'must be the name of a region' },
    },
    {
      name: 'Endpoint',
      title: 'Endpoint',
      isRequired: false,
      isSecret: false,
      description: 'Address of a store with the interface of S3. Empty: Amazon S3.',
      pattern: { test: /^https?:\/\/[^\s/?#]+\/?$/, message: 'must be an https URL without a path' },
    },
    { name: 'AccessKeyId', title: 'Access key id', isRequired: true, isSecret: false },
    { name: 'SecretAccessKey', title: 'Secret access key', isRequired: true, isSecret: true },
  ],
  check: async (_scope, tools, credentials) => (await bucketOf(tools, credentials)).check(),
}

/** Stores a list as an object. The key of the object is the same for each attempt of a run, which replaces it. */
export const csvToS3: NativeApp<FileValues> = {
  id: 'csv-to-s3',
  name: 'CSV to S3',
  description: 'Writes a list as a CSV file to a bucket of Amazon S3 or of a store with its interface.',
  connector: s3,
  formSchema: fileSchema,
  ...sendsFile,
  run: async (run) => {
    const { scope, values, execution, credentials, tools } = run
    const file = await writeCsvFile(run)
    try {
      const day = dayIn(scope.tenant.timeZone, execution.createdAt)
      const key = pathOf(values, execution.executionId, day)
      const bucket = await bucketOf(tools, credentials)
      await bucket.put(key, file, 'text/csv; charset=utf-8')
      const what = `${file.rows} ${listOf(values).title.toLowerCase()}`
      return `${what} written to ${key} in the bucket ${credentials.get('Bucket')}.`
    } finally {
      await removeCsvFile(file)
    }
  },
}
