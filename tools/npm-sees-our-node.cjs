// Preloaded into npm by set-up. npm silently omits every optional package whose "engines" exclude the Node version under
// which npm runs: under Node 18, all native packages of the build would be missing. Because the packages will run on the
// Node of the lockfile, this file reports the version of that Node to npm.
const { REPOSO_INSTALL_FOR_NODE: version } = process.env;
if (version) Object.defineProperty(process, "version", { value: version });
