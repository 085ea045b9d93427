/** The user of the shipped configuration. Everybody can look its password up, so it must not serve beyond loopback. */
export const shippedUser = { name: 'demo', password: 'patchbay-demo' } as const;

/** The password of the shipped phones, to which the same applies. */
export const shippedPhonePassword = 'patchbay-phone';
