import './spinner.css'

/** Its style sheet shows it after 400 ms, as three dots with reduced motion. */
export function Spinner() {
  return <span className="spinner" aria-hidden="true" />
}
