/** A list of wallets with React and EIP-6963 by hand: the minimum of a sign-in page built on React. */

import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'

function Wallets() {
  const [wallets, setWallets] = useState([])
  useEffect(() => {
    const announced = ({ detail }) =>
      setWallets((before) => (before.some(({ info }) => info.uuid === detail.info.uuid) ? before : [...before, detail]))
    addEventListener('eip6963:announceProvider', announced)
    dispatchEvent(new Event('eip6963:requestProvider'))
    return () => removeEventListener('eip6963:announceProvider', announced)
  }, [])
  return (
    <main>
      <h1>Sign in</h1>
      {wallets.map(({ info, provider }) => (
        <button key={info.uuid} type="button" onClick={() => provider.request({ method: 'eth_requestAccounts' })}>
          {info.name}
        </button>
      ))}
    </main>
  )
}

createRoot(document.getElementById('root')).render(<Wallets />)
