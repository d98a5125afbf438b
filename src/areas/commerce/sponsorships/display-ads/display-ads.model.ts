/** The sides of an ad or of its image in pixels. */
export interface Size {
  width: number
  height: number
}

/** The format of any size. */
export const ANY_SIZE = 4

/** The documented formats with a fixed size. */
const FORMATS: ReadonlyMap<number, Size> = new Map([
  [1, { width: 728, height: 90 }],
  [2, { width: 300, height: 250 }],
  [3, { width: 160, height: 600 }],
])

/** A rule about sizes that an ad breaks: the field, and what it must be. */
export interface SizeFault {
  field: 'Width' | 'Height' | 'BannerImage'
  message: string
}

const sizeText = ({ width, height }: Size): string => `${width} x ${height} pixels`

/**
 * Determines the size of an ad: that of its format, or of its image for any size.
 *
 * @param sent the requested sides; 0 leaves one to the format or the image. @param image null without an image.
 */
export const sizeOf = (areaId: number, sent: Size, image: Size | null): { size: Size; faults: SizeFault[] } => {
  const { width, height } = FORMATS.get(areaId) ?? image ?? sent
  const size = { width, height }
  const faults: SizeFault[] = []
  if (sent.width !== 0 && sent.width !== size.width)
    faults.push({ field: 'Width', message: `must be ${size.width} or 0` })
  if (sent.height !== 0 && sent.height !== size.height)
    faults.push({ field: 'Height', message: `must be ${size.height} or 0` })
  if (image && (image.width !== size.width || image.height !== size.height))
    faults.push({ field: 'BannerImage', message: `must have ${sizeText(size)}, not ${sizeText(image)}` })
  return { size, faults }
}
