import './spinner.css'

/** Shows itself only after 400 ms, by its style sheet; three still dots where motion is not wanted. */
export function Spinner() {
  return <span className="spinner" aria-hidden="true" />
}
