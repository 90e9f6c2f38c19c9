import type { Preset } from '@countersign/contract/routes/admin/app.ts'
import { ChevronRight } from 'lucide-react'
import { Link } from '../../../page/history.tsx'
import { apps as words } from '../../../words/admin-apps.ts'

export function PresetLinks({ presets }: { presets: Preset[] }) {
  return (
    <ul className="presets">
      {presets.map((preset) => (
        <li key={preset}>
          <Link to={`/admin/apps/new?software=${preset}`} className="preset surface">
            <span>
              <span className="preset-name medium">{words.presets[preset].name}</span>
              <span className="small soft">{words.presets[preset].note}</span>
            </span>
            <ChevronRight size={16} aria-hidden="true" />
          </Link>
        </li>
      ))}
    </ul>
  )
}
