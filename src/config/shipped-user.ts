/** The user of the shipped configuration. Its password is public, so it must not be used beyond loopback. */
export const shippedUser = { name: 'demo', password: 'patchbay-demo' } as const;

/** The password of the shipped phones, to which the same applies. */
export const shippedPhonePassword = 'patchbay-phone';
