import { checked, integer, requireUrl, text } from './setting.ts'

const requireScanUrl = (value: string): void => {
  requireUrl('clamd:')(value)
  const { hostname, pathname, username, search } = new URL(value)
  if ((hostname === '') === (pathname === '') || username !== '' || search !== '')
    throw new RangeError('must be clamd://host:3310 or the path of a socket, clamd:///run/clamav/clamd.sock')
}

export const fileSettings = {
  filesFolder: text(
    'FILES_FOLDER',
    'Folder of stored files while FILES_S3_BUCKET is empty; all replicas need the same. Empty: files in the data directory.',
    '',
  ),
  filesS3Bucket: text('FILES_S3_BUCKET', 'Bucket of an S3-compatible store for files. Empty: FILES_FOLDER.', ''),
  filesS3Endpoint: checked(
    text('FILES_S3_ENDPOINT', 'Address of the S3-compatible store. Empty: Amazon S3 in FILES_S3_REGION.', ''),
    requireUrl('http:', 'https:'),
  ),
  filesS3Region: text('FILES_S3_REGION', 'Region of the bucket.', 'us-east-1'),
  filesS3AccessKey: text('FILES_S3_ACCESS_KEY', 'Id of the access key of the store.', ''),
  filesS3SecretKey: text('FILES_S3_SECRET_KEY', 'Secret of the access key of the store.', '', true),
  fileLimit: integer('FILE_LIMIT_BYTES', 'Largest file that can be uploaded.', 26_214_400, 1024, 1_073_741_824),
  fileUnusedHours: integer(
    'FILE_UNUSED_HOURS',
    'Hours after which an uploaded file is deleted if no record uses it.',
    24,
    1,
    720,
  ),
  virusScanUrl: checked(
    text(
      'VIRUS_SCAN_URL',
      'ClamAV daemon that scans each upload: clamd://host:3310, or clamd:///path of its socket. Empty: no scan.',
      '',
    ),
    requireScanUrl,
  ),
} as const
