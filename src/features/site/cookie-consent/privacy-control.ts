declare global {
  interface Navigator {
    /** @see https://w3c.github.io/gpc/ */
    readonly globalPrivacyControl?: boolean
  }
}

/** Whether the browser asks, on the visitor's behalf, not to sell or share data: marketing stays off until the visitor says otherwise. */
export const sendsPrivacyControl = () => navigator.globalPrivacyControl === true
