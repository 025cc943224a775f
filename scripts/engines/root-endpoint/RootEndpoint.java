package mapledger.engines;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import org.elasticsearch.Build;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.index.IndexVersion;
import org.elasticsearch.node.Node;
import org.elasticsearch.plugins.ActionPlugin;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.rest.BaseRestHandler;
import org.elasticsearch.rest.RestHandler;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.RestResponse;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.xcontent.XContentBuilder;

/** Answers GET / and HEAD / as the documentation of Elasticsearch shows it, from what the node says of itself. */
abstract class RootEndpoint extends Plugin implements ActionPlugin {
    private volatile ClusterService cluster;

    @Override
    public Collection<?> createComponents(PluginServices services) {
        cluster = services.clusterService();
        return List.of();
    }

    final Collection<RestHandler> handlers() {
        return List.of(new RootHandler());
    }

    private class RootHandler extends BaseRestHandler {
        @Override
        public String getName() {
            return "mapledger_root_endpoint";
        }

        @Override
        public List<Route> routes() {
            return List.of(new Route(RestRequest.Method.GET, "/"), new Route(RestRequest.Method.HEAD, "/"));
        }

        @Override
        protected RestChannelConsumer prepareRequest(RestRequest request, NodeClient client) {
            return channel -> channel.sendResponse(new RestResponse(RestStatus.OK, describe(channel.newBuilder())));
        }
    }

    private XContentBuilder describe(XContentBuilder answer) throws IOException {
        Build build = Build.current();
        answer.startObject();
        answer.field("name", Node.NODE_NAME_SETTING.get(cluster.getSettings()));
        answer.field("cluster_name", cluster.getClusterName().value());
        answer.field("cluster_uuid", cluster.state().metadata().clusterUUID());
        answer.startObject("version");
        answer.field("number", build.qualifiedVersion());
        answer.field("build_flavor", build.flavor());
        answer.field("build_type", build.type().displayName());
        answer.field("build_hash", build.hash());
        answer.field("build_date", build.date());
        answer.field("build_snapshot", build.isSnapshot());
        answer.field("lucene_version", IndexVersion.current().luceneVersion().toString());
        answer.field("minimum_wire_compatibility_version", build.minWireCompatVersion());
        answer.field("minimum_index_compatibility_version", build.minIndexCompatVersion());
        answer.endObject();
        answer.field("tagline", "You Know, for Search");
        return answer.endObject();
    }
}
