const { startPatchbay } = require('patchbay');
const { connect } = require('patchbay/client');
const openApi = require('patchbay/openapi.json');
require('patchbay/asyncapi.json');
require('patchbay/events.schema.json');

async function main() {
  const server = await startPatchbay({ dialplan: 'exten => 1,1,Answer()' });
  const client = await connect({ url: server.url, user: server.user, password: server.password, apps: ['hello'] });
  const { ping } = await client.server.ping();
  await client.close();
  await server.close();
  const loaded = Object.keys(require.cache).filter((file) => file.includes('libopus-wasm'));
  console.log(JSON.stringify({ ping, openApi: openApi.openapi, loaded }));
}
main();
