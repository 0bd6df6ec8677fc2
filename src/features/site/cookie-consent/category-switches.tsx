import { Description, Field, Label } from '@headlessui/react'
import { Badge } from '~/components/ui/badge'
import { Toggle } from '~/components/ui/toggle'
import { cookieCategoryTexts } from '~/content/cookies'
import { cookieCategories, type CookiePreferences } from './preferences'

interface CategorySwitchesProps {
  preferences: CookiePreferences
  onChange: (preferences: CookiePreferences) => void
}

export function CategorySwitches({ preferences, onChange }: CategorySwitchesProps) {
  return (
    <div className="divide-y divide-line">
      {cookieCategories.map((category) => {
        const { title, text } = cookieCategoryTexts[category]
        const locked = category === 'essential'
        return (
          <Field key={category} disabled={locked} className="flex items-start justify-between gap-6 py-4 first:pt-0 last:pb-0">
            <div>
              <div className="flex flex-wrap items-center gap-2">
                <Label className="font-semibold">{title}</Label>
                {locked && (
                  <Description as="span">
                    <Badge>Required</Badge>
                  </Description>
                )}
              </div>
              <Description className="mt-1 text-ink-muted">{text}</Description>
            </div>
            <Toggle checked={preferences[category]} onChange={(granted) => onChange({ ...preferences, [category]: granted })} />
          </Field>
        )
      })}
    </div>
  )
}
