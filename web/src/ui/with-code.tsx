/** Text with code between backticks. */
export function WithCode({ text }: { text: string }) {
  return text.split('`').map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence never move
      <code key={index} translate="no">
        {part}
      </code>
    ),
  )
}
