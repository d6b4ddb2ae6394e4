/**
 * Ports that are never asked, whoever names them: this service must be of no use for finding out
 * what runs on somebody's machine, nor for sending bytes to a service that would misread them.
 * Below 1024 are the ports that only a system's own services may open.
 */
const firstUserPort = 1024;

/** Above that: databases, mail, remote control, proxies, message queues and the like. */
const otherServices: ReadonlySet<number> = new Set([
  // Proxies and tunnels: SOCKS, OpenVPN, L2TP, PPTP, Squid, HTTP on its other ports.
  1080, 1194, 1701, 1723, 3128, 8000, 8008, 8080, 8081, 8443, 8888,
  // Databases: SQL Server, Oracle, MySQL, PostgreSQL, CouchDB, Redis, Cassandra, InfluxDB,
  // Elasticsearch, memcached, MongoDB, RethinkDB, Neo4j, Db2.
  1433, 1434, 1521, 2483, 2484, 3306, 5432, 5433, 5984, 6379, 6380, 7000, 7001, 7199, 7473, 7474,
  7687, 8086, 9042, 9160, 9200, 9300, 11211, 27017, 27018, 27019, 28015, 28017, 33060, 50000,
  // Mail on its other port.
  2525,
  // Remote control: Docker, RDP, VNC, WinRM, X11, adb, Erlang, Webmin.
  2375, 2376, 2377, 3389, 4369, 5555, 5900, 5901, 5902, 5903, 5985, 5986, 6000, 6001, 6002, 6003,
  10000,
  // Clusters and queues: ZooKeeper, etcd, Kubernetes, Consul, Kafka, AMQP, MQTT, NATS, STOMP.
  1883, 2181, 2379, 2380, 4222, 5671, 5672, 6443, 8300, 8301, 8500, 8883, 9092, 10250, 10255, 15672,
  61613, 61616,
  // Files and directories: NFS, iSCSI, global catalogue, SMB over others, Git, rsync over others.
  2049, 3260, 3268, 3269, 9418,
  // Telephony and chat: SIP, STUN, XMPP, IRC.
  3478, 5060, 5061, 5222, 5269, 6660, 6661, 6662, 6663, 6664, 6665, 6666, 6667, 6668, 6669, 6697,
  // Monitoring: Nagios, Zabbix, Prometheus.
  5666, 9090, 9100, 10050, 10051,
  // Discovery and other datagrams: RADIUS, SSDP, WS-Discovery, mDNS, CoAP.
  1812, 1813, 1900, 3702, 5353, 5683,
]);

/** Whether a server at this port is asked at all. */
export function isAskedPort(port: number): boolean {
  return port >= firstUserPort && port <= 65_535 && !otherServices.has(port);
}
