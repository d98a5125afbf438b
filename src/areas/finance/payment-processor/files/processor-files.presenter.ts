import type { PayprocFile } from '#contract/finance/payment-processor'
import type { ProcessorFile } from '#prisma/client'

export const presentFile = ({ uid, name, purpose, contentType, size, createdAt }: ProcessorFile): PayprocFile => ({
  FileId: uid,
  FileName: name,
  Purpose: purpose,
  ContentType: contentType,
  Size: size,
  CreatedDate: createdAt.toISOString(),
})
