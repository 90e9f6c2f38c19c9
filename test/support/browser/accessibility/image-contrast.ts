/** Measures a screenshot in the page, which can decode it. */

/** The WCAG contrast between the darkest and the lightest pixel of an image. */
export const contrastOf = (png: Buffer) => `(async () => {
  const image = new Image()
  image.src = 'data:image/png;base64,${png.toString('base64')}'
  await image.decode()
  const { width, height } = image
  const paper = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d')
  paper.drawImage(image, 0, 0)
  const { data } = paper.getImageData(0, 0, width, height)
  const part = (at, share) => share * (data[at] / 255) ** 2.2
  const lights = Array.from({ length: width * height }, (_, at) =>
    part(at * 4, 0.2126) + part(at * 4 + 1, 0.7152) + part(at * 4 + 2, 0.0722))
  return (Math.max(...lights) + 0.05) / (Math.min(...lights) + 0.05)
})()`
