/** Breaks a text into lines of about as many characters; the last line ends with an ellipsis if there is more. */
export const wrapped = (text: string, width: number, maxLines: number): string[] => {
  const lines: string[] = []
  for (const word of text.split(/\s+/).flatMap((one) => pieces(one, width))) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  if (lines.length <= maxLines) return lines
  return [...lines.slice(0, maxLines - 1), `${(lines[maxLines - 1] ?? '').slice(0, width - 1)}…`]
}

const pieces = (word: string, width: number): string[] => {
  const characters = [...word]
  return Array.from({ length: Math.ceil(characters.length / width) }, (_one, at) =>
    characters.slice(at * width, (at + 1) * width).join(''),
  )
}
